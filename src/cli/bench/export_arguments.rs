//! Where else a measurement goes: a page, pictures, tables for other programs.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;

use super::SIDE_BY_SIDE;
use crate::{
    bench::{ablation::report::Ablation, ladder::report::Ladder},
    cli::{
        output::{print, print_message},
        pages::{self, Chart, export},
    },
    replace::Replacement,
};

/// What `--ladder` and `--ablate` can write beside or instead of the tables for people.
#[derive(Args, Debug)]
pub struct ExportArguments {
    /// Write a page with charts, numbers and what they mean; it needs nothing but a browser
    #[arg(long, value_name = "FILE", requires = SIDE_BY_SIDE)]
    html: Option<PathBuf>,
    /// Write the charts as SVG files into this folder
    #[arg(long, value_name = "DIR", requires = SIDE_BY_SIDE)]
    svg: Option<PathBuf>,
    /// Print CSV: one line a number, with block, layer, depth and metric
    #[arg(long, requires = SIDE_BY_SIDE, conflicts_with_all = ["json", "md"])]
    csv: bool,
    /// Print a Markdown table
    #[arg(long, requires = SIDE_BY_SIDE, conflicts_with = "json")]
    md: bool,
}

impl ExportArguments {
    /// Checks that what is to be written can be, before hours are spent on it.
    ///
    /// # Errors
    /// What the system says.
    pub fn check_writable(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.html {
            Replacement::new(path).with_context(|| format!("--html: cannot write {}", path.display()))?;
        }
        if let Some(folder) = &self.svg {
            fs::create_dir_all(folder).with_context(|| format!("--svg: cannot make {}", folder.display()))?;
        }
        Ok(())
    }

    /// Whether the tables for people are to be printed.
    pub const fn prints_tables(&self) -> bool {
        !self.csv && !self.md
    }

    /// Writes what was asked for of a ladder.
    ///
    /// # Errors
    /// What the system says.
    pub fn ladder(&self, ladder: &Ladder, quiet: bool) -> anyhow::Result<()> {
        let charts = || {
            ["exact", "selective"].into_iter().flat_map(|block| pages::ladder_charts(ladder, block)).collect()
        };
        self.write(|| pages::ladder_page(ladder), charts, quiet)?;
        if self.md {
            print(|out| export::markdown(out, export::LADDER, &ladder.totals))?;
        }
        if self.csv {
            print(|out| {
                let mut csv = export::Csv::new(out)?;
                csv.write("totals", &ladder.totals, None)?;
                csv.write("growth", &ladder.growth, None)
            })?;
        }
        Ok(())
    }

    /// Writes what was asked for of an ablation.
    ///
    /// # Errors
    /// What the system says.
    pub fn ablation(&self, ablation: &Ablation, quiet: bool) -> anyhow::Result<()> {
        self.write(|| pages::ablation_page(ablation), || pages::ablation_charts(ablation), quiet)?;
        if self.md {
            print(|out| export::markdown(out, export::ABLATION, &ablation.without))?;
        }
        if self.csv {
            print(|out| {
                let mut csv = export::Csv::new(out)?;
                csv.write("whole", &[&ablation.whole], Some(ablation.depth))?;
                csv.write("without", &ablation.without, Some(ablation.depth))
            })?;
        }
        Ok(())
    }

    fn write(
        &self,
        page: impl FnOnce() -> String,
        charts: impl FnOnce() -> Vec<Chart>,
        quiet: bool,
    ) -> anyhow::Result<()> {
        if let Some(path) = &self.html {
            write_file(path, &page()).with_context(|| format!("--html: cannot write {}", path.display()))?;
            if !quiet {
                print_message(format_args!("page: {}", path.display()));
            }
        }
        if let Some(folder) = &self.svg {
            for Chart { file, svg, .. } in charts() {
                let path = folder.join(file).with_extension("svg");
                write_file(&path, &pages::standalone(&svg))
                    .with_context(|| format!("--svg: cannot write {}", path.display()))?;
            }
        }
        Ok(())
    }
}

fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let mut file = Replacement::new(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}
