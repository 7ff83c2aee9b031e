//! Remembers which compiler built the engine: times mean little without it.

#![allow(clippy::print_stdout)] // cargo reads what a build script prints

use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=src/compiler.rs");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(compiler).arg("--version").output().ok();
    let version = told.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=GLULAM_COMPILER={}", version.trim());
}
