//! What the standard library would bring: memory, and what happens in a panic. Its own panics carry texts, names of threads and
//! backtraces, 20 KB that nobody reads: here a panic is a trap, and JavaScript throws the instance away.

use dlmalloc::GlobalDlmalloc;

/// The allocator that the standard library has on this target.
#[global_allocator]
static MEMORY: GlobalDlmalloc = GlobalDlmalloc;

#[panic_handler]
fn trap(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
