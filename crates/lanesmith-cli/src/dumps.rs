//! Images of memory that the system writes when a program dies (core dumps): not of one that holds secrets.

/// Forbids them for this process, and with them that programs of the same user look into its memory. Where the system has no such
/// switch, nothing happens.
pub fn forbid() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        // Nothing is lost if it is refused: no file of memory is wanted, and none can be prevented.
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    }
    // The limit is none for a system that gives images to a program.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
}
