//! Build script: embeds the compiler version and the path of the default network in the program.
//!
//! Bench results record the compiler version, because times from different compilers are not comparable. The
//! network is `src/evaluate/network/default.nnue`, or the file in the environment variable `EVALFILE`. Test
//! servers build with `make EVALFILE=…` to compare networks on the same source.

#![allow(clippy::print_stdout)] // Cargo reads the standard output of a build script.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const DEFAULT_NETWORK: &str = "src/evaluate/network/default.nnue";
/// First bytes of an evaluation file, as in `src/evaluate/network/file.rs`.
const MAGIC: &[u8] = b"GLULAMNN";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler).arg("--version").output().ok();
    let version = output.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=GLULAM_COMPILER={}", version.trim());

    println!("cargo:rerun-if-env-changed=EVALFILE");
    let network = network_path();
    println!("cargo:rerun-if-changed={}", network.display());
    println!("cargo:rustc-env=GLULAM_NET={}", network.display());
}

/// Returns the absolute path of the network to embed. Panics, which ends the build, if the file is not an
/// evaluation file of Glulam.
fn network_path() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets CARGO_MANIFEST_DIR");
    let named = env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let path = Path::new(&here).join(named.as_deref().unwrap_or(DEFAULT_NETWORK.as_ref()));
    match fs::read(&path) {
        Ok(bytes) if bytes.starts_with(MAGIC) => path,
        Ok(_) => panic!("EVALFILE: {} is not an evaluation file of Glulam", path.display()),
        Err(error) => panic!("EVALFILE: cannot read {}: {error}", path.display()),
    }
}
