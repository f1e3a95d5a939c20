//! How functions are exported.

/// Functions with the convention of C, each of them generic over the backend `B`, of which the machine's best is called. Functions of this
/// library call what is within, never each other by their exported names, which another library in the process may have taken.
macro_rules! exported {
    ($(fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? $body:block)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            unsafe fn work<B: lanesmith_bls::hazmat::Backend>($($arg: $type),*) $(-> $out)? {
                // SAFETY: what the module asks of callers is what the functions within ask.
                unsafe { $body }
            }
            // SAFETY: the caller's promise is passed on.
            unsafe { lanesmith_bls::on_backend!(work($($arg),*)) }
        }
    )*};
}

/// Functions that need no backend.
macro_rules! plain {
    ($(fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? $body:block)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $type),*) $(-> $out)? {
            // SAFETY: what the module asks of callers is what the functions within ask.
            unsafe { $body }
        }
    )*};
}
