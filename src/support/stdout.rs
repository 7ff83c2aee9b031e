//! Standard output, and an error if the program was started without it, as by `>&-` in a shell.
//!
//! Before `main` begins, the runtime of Rust opens `/dev/null` in place of a closed standard output, so that results
//! would be lost without an error. Therefore a function of this module looks at it earlier, when Linux calls the
//! initialisers of the program. Other systems do not.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Whether standard output was closed when the program started.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns standard output.
///
/// # Errors
/// Returns an error if standard output was closed when the program started.
pub fn stdout() -> io::Result<io::Stdout> {
    if IS_CLOSED.load(Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(io::stdout())
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a function that runs before main, and a file descriptor by its number")]
mod at_start {
    use std::os::fd::BorrowedFd;

    #[used]
    // SAFETY: Linux calls the functions of this section without expecting a result. `look` needs nothing that the
    // runtime of Rust prepares.
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the descriptor is only duplicated, which fails if it is closed.
        let stdout = unsafe { BorrowedFd::borrow_raw(1) };
        super::IS_CLOSED.store(stdout.try_clone_to_owned().is_err(), super::Relaxed);
    }
}
