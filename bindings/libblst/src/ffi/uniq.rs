//! Whether messages differ: a balanced tree in memory of the caller, so that no choice of messages makes it slow. It is an AA tree
//! (Andersson 1993): every node has a level, and skewing and splitting keep paths short.

use core::cmp::Ordering;
use core::ffi::c_int;

use super::memory::{bytes, get, put};
use super::values::truth;

/// What a tree begins with; nodes follow. They are numbered from 1, and 0 is none.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Tree {
    root: u32,
    count: u32,
    reserved: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Node {
    message: *const u8,
    len: usize,
    left: u32,
    right: u32,
    level: u32,
}

/// Of a node: callers ask how much memory is needed, but a size that never changes is easier to live with.
const NODE: usize = 32;
const _: () = assert!(size_of::<Node>() <= NODE && size_of::<Tree>() == 16);

/// A tree of the caller's.
#[derive(Clone, Copy)]
struct Nodes(*mut Tree);

impl Nodes {
    fn at(self, index: u32) -> *mut Node {
        self.0.cast::<u8>().wrapping_add(16 + NODE * (index as usize - 1)).cast()
    }

    /// # Safety
    /// There is a node of that number, and the tree is the caller's.
    unsafe fn get(self, index: u32) -> Node {
        // SAFETY: the caller's promise.
        unsafe { get(self.at(index)) }
    }

    /// # Safety
    /// As for [`Nodes::get`].
    unsafe fn put(self, index: u32, node: Node) {
        // SAFETY: the caller's promise.
        unsafe { put(self.at(index), node) }
    }

    /// # Safety
    /// As for [`Nodes::get`]; 0 has no level.
    unsafe fn level(self, index: u32) -> u32 {
        // SAFETY: the caller's promise.
        if index == 0 { 0 } else { unsafe { self.get(index) }.level }
    }

    /// Turns a left child of the same level to the right.
    ///
    /// # Safety
    /// As for [`Nodes::get`].
    unsafe fn skew(self, index: u32) -> u32 {
        // SAFETY: the caller's promise; children are nodes.
        unsafe {
            let mut node = self.get(index);
            if self.level(node.left) != node.level {
                return index;
            }
            let top = node.left;
            let mut left = self.get(top);
            node.left = left.right;
            left.right = index;
            self.put(index, node);
            self.put(top, left);
            top
        }
    }

    /// Lifts the middle of three nodes of the same level.
    ///
    /// # Safety
    /// As for [`Nodes::get`].
    unsafe fn split(self, index: u32) -> u32 {
        // SAFETY: the caller's promise; children are nodes.
        unsafe {
            let mut node = self.get(index);
            if node.right == 0 || self.level(self.get(node.right).right) != node.level {
                return index;
            }
            let top = node.right;
            let mut right = self.get(top);
            node.right = right.left;
            right.left = index;
            right.level += 1;
            self.put(index, node);
            self.put(top, right);
            top
        }
    }

    /// Puts a message into the tree below a node; the new root of that, or nothing if the message is there already.
    ///
    /// # Safety
    /// The tree is the caller's and has room for one more.
    unsafe fn insert(self, index: u32, message: &[u8]) -> Option<u32> {
        // SAFETY: the caller's promise.
        unsafe {
            if index == 0 {
                let mut tree = get(self.0);
                tree.count += 1;
                let (own, count) = (
                    Node { message: message.as_ptr(), len: message.len(), left: 0, right: 0, level: 1 },
                    tree.count,
                );
                put(self.0, tree);
                self.put(count, own);
                return Some(count);
            }
            let node = self.get(index);
            let child = match message.cmp(bytes(node.message, node.len)) {
                Ordering::Equal => return None,
                Ordering::Less => Node { left: self.insert(node.left, message)?, ..node },
                Ordering::Greater => Node { right: self.insert(node.right, message)?, ..node },
            };
            self.put(index, child);
            Some(self.split(self.skew(index)))
        }
    }
}

exported! {
    fn blst_uniq_sizeof(n_nodes: usize) -> usize { size_of::<Tree>() + NODE * n_nodes }
    fn blst_uniq_init(tree: *mut Tree) { put(tree, Tree { root: 0, count: 0, reserved: 0 }) }
    fn blst_uniq_test(tree: *mut Tree, msg: *const u8, len: usize) -> c_int {
        let root = Nodes(tree).insert(get(tree).root, bytes(msg, len));
        if let Some(root) = root {
            put(tree, Tree { root, ..get(tree) });
        }
        truth(root.is_some())
    }
}
