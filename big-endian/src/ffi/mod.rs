//! What the system is asked: to write and to end. Linux on 64-bit Arm, without a C library.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::{asm, global_asm};
use core::cell::UnsafeCell;
use core::fmt::{self, Write};

// The stack is aligned at entry. Nothing is above the first frame.
global_asm!(".globl _start", "_start:", "mov x29, xzr", "mov x30, xzr", "bl {}", sym start);

extern "C" fn start() -> ! {
    crate::main();
    exit(0)
}

fn call(number: usize, arguments: [usize; 3]) -> isize {
    let [a, b, c] = arguments;
    let result: isize;
    // SAFETY: only `write` and `exit_group` are called, the first with a slice of our memory.
    unsafe {
        asm!("svc 0", in("x8") number, inlateout("x0") a => result, in("x1") b, in("x2") c, options(nostack));
    }
    result
}

/// Ends the program.
pub fn exit(status: usize) -> ! {
    loop {
        call(94, [status, 0, 0]);
    }
}

/// Standard output.
pub struct Out;

impl Write for Out {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let written =
                usize::try_from(call(64, [1, rest.as_ptr() as usize, rest.len()])).map_err(|_| fmt::Error)?;
            rest = rest.get(written..).ok_or(fmt::Error)?;
        }
        Ok(())
    }
}

/// Memory that is given out once and never taken back: the program ends soon.
struct Heap {
    memory: UnsafeCell<[u8; SIZE]>,
    used: UnsafeCell<usize>,
}

const SIZE: usize = 1 << 30;

// SAFETY: there is one thread.
unsafe impl Sync for Heap {}

// SAFETY: every piece is inside the memory, aligned, and given out once.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let base = self.memory.get().cast::<u8>();
        // SAFETY: there is one thread, and nothing below calls back.
        let used = unsafe { &mut *self.used.get() };
        let start = (base as usize + *used).next_multiple_of(layout.align()) - base as usize;
        match start.checked_add(layout.size()) {
            Some(end) if end <= SIZE => {
                *used = end;
                base.wrapping_add(start)
            }
            _ => core::ptr::null_mut(),
        }
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: Heap = Heap { memory: UnsafeCell::new([0; SIZE]), used: UnsafeCell::new(0) };
