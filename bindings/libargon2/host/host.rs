//! A program in Rust that links the archive: it has a standard library and a way to panic of its own, which must stay its own.
use std::panic::catch_unwind;

unsafe extern "C" {
    fn argon2id_hash_raw(
        t_cost: u32,
        m_cost: u32,
        parallelism: u32,
        pwd: *const u8,
        pwdlen: usize,
        salt: *const u8,
        saltlen: usize,
        hash: *mut u8,
        hashlen: usize,
    ) -> i32;
}

fn main() {
    let mut tag = [0; 16];
    // Two lanes of a MiB: threads of the library beside those of the program.
    let hash = |tag: &mut [u8; 16]| unsafe {
        argon2id_hash_raw(1, 2048, 2, b"password".as_ptr(), 8, b"somesalt".as_ptr(), 8, tag.as_mut_ptr(), 16)
    };
    assert_eq!(hash(&mut tag), 0);
    let threads: Vec<_> = (0..4)
        .map(|_| {
            std::thread::spawn(move || {
                let mut other = [0; 16];
                (hash(&mut other), other)
            })
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap() == (0, tag)));
    if cfg!(panic = "unwind") {
        std::panic::set_hook(Box::new(|_| ()));
        assert!(catch_unwind(|| panic!("of the program's own")).is_err());
        assert!(catch_unwind(|| tag[hash(&mut [0; 16]) as usize + 16]).is_err());
    }
    println!("{}", tag.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
}
