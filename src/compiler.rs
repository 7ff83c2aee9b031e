//! What the build leaves to the program: which compiler it was, without which times mean little, and which net is part of it.
//!
//! The net is `src/evaluate/network/default.nnue`, or the file that the environment variable `EVALFILE` names, as `make EVALFILE=…`
//! has it: so test servers build one source with several nets.

#![allow(clippy::print_stdout)] // cargo reads what a build script prints

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const DEFAULT_NET: &str = "src/evaluate/network/default.nnue";
/// What a file of a net begins with: see `src/evaluate/network/file.rs`.
const MAGIC: &[u8] = b"GLULAMNN";

fn main() {
    println!("cargo:rerun-if-changed=src/compiler.rs");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(compiler).arg("--version").output().ok();
    let version = told.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=GLULAM_COMPILER={}", version.trim());

    println!("cargo:rerun-if-env-changed=EVALFILE");
    let net = net();
    println!("cargo:rerun-if-changed={}", net.display());
    println!("cargo:rustc-env=GLULAM_NET={}", net.display());
}

/// The absolute path of the net to embed; the build ends here if it is none.
fn net() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells it");
    let named = env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let path = Path::new(&here).join(named.as_deref().unwrap_or(DEFAULT_NET.as_ref()));
    match fs::read(&path) {
        Ok(bytes) if bytes.starts_with(MAGIC) => path,
        Ok(_) => panic!("EVALFILE: {} is no net of Glulam", path.display()),
        Err(error) => panic!("EVALFILE: {}: {error}", path.display()),
    }
}
