//! Output of `--ladder` and `--ablate` as an HTML page, as SVG charts, and as CSV, TSV or Markdown.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;

use super::SIDE_BY_SIDE;
use crate::{
    bench::{ablation::report::Ablation, ladder::report::Ladder},
    cli::{
        flat::{TableArguments, TableFormat},
        output::{OutputFile, print_message, refuse_existing, refuse_pictures},
        pages::{self, Chart, export},
    },
    replace::{self, Replacement},
};

/// Options of `engine bench` for HTML pages, SVG charts and tables. `--html` and `--svg` need `--ladder` or
/// `--ablate`.
#[derive(Args, Debug)]
pub struct ExportArguments {
    /// Write an HTML page with charts, numbers and explanations to this file
    #[arg(long, value_name = "FILE", requires = SIDE_BY_SIDE)]
    html: Option<PathBuf>,
    /// If PATH ends in .svg, write one overview picture to this file; otherwise write each chart to its own file in the directory PATH
    #[arg(long, value_name = "PATH", requires = SIDE_BY_SIDE)]
    svg: Option<PathBuf>,
    #[command(flatten)]
    pub(super) table_options: TableArguments,
}

impl ExportArguments {
    /// Checks that the output files can be written, before a long measurement starts. If the path of `--svg`
    /// does not end in `.svg`, creates a directory at this path.
    ///
    /// # Errors
    /// [`UsageError`](crate::cli::exit::UsageError) if `force` is not set and an output file exists or the
    /// directory contains pictures; an I/O error if an output file or the directory cannot be created.
    pub fn check_writable(&self, force: bool) -> anyhow::Result<()> {
        for path in self.files() {
            refuse_existing(path, force)?;
        }
        if let Some(path) = &self.html {
            Replacement::new(path).with_context(|| format!("--html: cannot write {}", path.display()))?;
        }
        if let Some(path) = self.picture() {
            Replacement::new(path).with_context(|| format!("--svg: cannot write {}", path.display()))?;
        }
        if let Some(folder) = self.chart_folder() {
            refuse_pictures(folder, force)?;
            fs::create_dir_all(folder)
                .with_context(|| format!("--svg: cannot create the directory {}", folder.display()))?;
        }
        Ok(())
    }

    /// Returns the path of `--html`, and the path of `--svg` if it ends in `.svg`.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.html.as_deref().into_iter().chain(self.picture())
    }

    /// Returns the path of `--svg` if it ends in `.svg`: one picture is written to this file.
    fn picture(&self) -> Option<&Path> {
        self.svg.as_deref().filter(|path| is_picture(path))
    }

    /// Returns the path of `--svg` if it does not end in `.svg`: each chart is written to a file in this
    /// directory.
    fn chart_folder(&self) -> Option<&Path> {
        self.svg.as_deref().filter(|path| !is_picture(path))
    }

    /// Returns whether none of the options `--csv`, `--tsv` and `--md` is given.
    pub const fn prints_tables(&self) -> bool {
        self.table_options.format().is_none()
    }

    /// Writes the HTML page (`--html`) and the SVG charts (`--svg`) of a ladder, and prints its table as
    /// Markdown, CSV or TSV (`--md`, `--csv`, `--tsv`).
    ///
    /// # Errors
    /// An I/O error if an output file or stdout cannot be written.
    pub fn ladder(&self, ladder: &Ladder, file: &OutputFile, quiet: bool) -> anyhow::Result<()> {
        let charts = || {
            ["exact", "selective"].into_iter().flat_map(|block| pages::ladder_charts(ladder, block)).collect()
        };
        self.write(|| pages::ladder_page(ladder), charts, quiet)?;
        if let Some(path) = self.picture() {
            write_picture(path, &pages::ladder_picture(ladder))?;
        }
        match self.table_options.format() {
            None => Ok(()),
            Some(TableFormat::Markdown) => {
                file.print(|out| export::markdown(out, export::LADDER, &ladder.totals))
            }
            Some(TableFormat::Separated(separator)) => file.print(|out| {
                let mut csv = export::Csv::new(out, separator)?;
                csv.write("totals", &ladder.totals, None)?;
                csv.write("growth", &ladder.growth, None)
            }),
        }
    }

    /// Writes the HTML page (`--html`) and the SVG charts (`--svg`) of an ablation, and prints its table as
    /// Markdown, CSV or TSV (`--md`, `--csv`, `--tsv`).
    ///
    /// # Errors
    /// An I/O error if an output file or stdout cannot be written.
    pub fn ablation(&self, ablation: &Ablation, file: &OutputFile, quiet: bool) -> anyhow::Result<()> {
        self.write(|| pages::ablation_page(ablation), || pages::ablation_charts(ablation), quiet)?;
        if let Some(path) = self.picture() {
            match pages::ablation_charts(ablation).first() {
                Some(nodes) => write_picture(path, &pages::standalone(&nodes.svg))?,
                None => print_message(format_args!(
                    "--svg: no picture written: every search exceeded --max-nodes: use a higher number"
                )),
            }
        }
        match self.table_options.format() {
            None => Ok(()),
            Some(TableFormat::Markdown) => {
                file.print(|out| export::markdown(out, export::ABLATION, &ablation.without))
            }
            Some(TableFormat::Separated(separator)) => file.print(|out| {
                let mut csv = export::Csv::new(out, separator)?;
                csv.write("whole", &[&ablation.whole], Some(ablation.depth))?;
                csv.write("without", &ablation.without, Some(ablation.depth))
            }),
        }
    }

    fn write(
        &self,
        page: impl FnOnce() -> String,
        charts: impl FnOnce() -> Vec<Chart>,
        quiet: bool,
    ) -> anyhow::Result<()> {
        if let Some(path) = &self.html {
            replace::write(path, page().as_bytes())
                .with_context(|| format!("--html: cannot write {}", path.display()))?;
            if !quiet {
                print_message(format_args!("page: {}", path.display()));
            }
        }
        if let Some(folder) = self.chart_folder() {
            for Chart { file, svg, .. } in charts() {
                write_picture(&folder.join(file).with_extension("svg"), &pages::standalone(&svg))?;
            }
        }
        Ok(())
    }
}

fn is_picture(path: &Path) -> bool {
    let end = path.as_os_str().as_encoded_bytes().last_chunk();
    end.is_some_and(|end: &[u8; 4]| end.eq_ignore_ascii_case(b".svg"))
}

fn write_picture(path: &Path, svg: &str) -> anyhow::Result<()> {
    replace::write(path, svg.as_bytes()).with_context(|| format!("--svg: cannot write {}", path.display()))
}
