//! A clock, where there is one: WebAssembly without a system has a standard library whose clock panics.

#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
mod present {
    pub(crate) struct Clock(std::time::Instant);

    impl Clock {
        pub(crate) fn start() -> Self {
            Clock(std::time::Instant::now())
        }

        pub(crate) fn seconds(&self) -> f64 {
            self.0.elapsed().as_secs_f64()
        }
    }
}

#[cfg(not(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown")))))]
mod present {
    pub(crate) struct Clock;

    impl Clock {
        pub(crate) fn start() -> Self {
            Clock
        }

        pub(crate) fn seconds(&self) -> f64 {
            0.0
        }
    }
}

pub(crate) use present::Clock;
