//! `engine bench --ablate`: measures searches with a whole set of layers, and searches with the set without
//! each of its layers in turn.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use super::BenchArguments;
use crate::{
    chess::positions::Case,
    evaluate::EvalConfig,
    search::{Algorithm, Layer},
    support::{json::millis, text::or_dash},
    tools::{
        bench::{
            ablation::{
                self, AblationEntry, AblationPlan, AblationTotal, Loss, losses, refutations, report, whole,
            },
            measure::Measurement,
            verdict::Disagreement,
        },
        common::{
            exit::{CHECK_FAILED, UsageError},
            output::print_message,
            table::{
                Column::{self, Left, Right},
                Table,
            },
        },
    },
};

const TOTALS: &[Column] = &[
    Left("without"),
    Left("kind"),
    Right("run"),
    Right("nodes"),
    Right("ms"),
    Right("nps"),
    Right("last"),
    Right("time"),
    Right("scores"),
    Right("moves"),
];

const POSITION: &[Column] = &[
    Left("without"),
    Right("nodes"),
    Right("ms"),
    Right("last nodes"),
    Right("last"),
    Left("score"),
    Left("best"),
];

/// Name of the table row of the whole set, from which no layer is removed.
const WHOLE: &str = "(none)";

const LEGEND: &str = "\
without removed layer; in the row (none) no layer is removed
kind    removing an exact layer changes no score, if all layers of the set
        are exact, as in --layers mate-distance
run     positions that this set and the whole set finished; - means not run
nodes   nodes of all iterations; ms and nps also cover all iterations
last    nodes of the last iteration, relative to the whole set, geometric mean;
        above 1 means that the layer saves nodes
time    time to depth, relative to the whole set, geometric mean; above 1 the
        layer saves time; use --repeat for reliable times
scores  positions with a different score than with the whole set
moves   positions with a different best move than with the whole set
";

pub fn run(arguments: &BenchArguments, cases: &[Case]) -> anyhow::Result<ExitCode> {
    let plan = plan(arguments)?;
    let progress = arguments.output.progress(cases.len(), "positions");
    let entries = ablation::run(&plan, cases, || progress.inc(1))?;
    progress.finish_and_clear();
    let refutations = refutations(&plan, &entries);
    let is_unverified = plan.layers.is_exact() && compared(&plan, &entries) == 0;
    if arguments.json_option.json {
        arguments.file.print_json(report::Ablation::new(&plan, &entries))?;
        for refutation in &refutations {
            print_message(format_args!("{refutation}"));
        }
        if is_unverified {
            print_message(format_args!("{UNVERIFIED}"));
        }
    } else {
        arguments.file.print(|out| {
            if !arguments.output.quiet {
                if arguments.comparison_options.positions {
                    entries.iter().try_for_each(|entry| position(out, entry, &plan))?;
                }
                totals(out, &plan, &entries)?;
            }
            verdict(out, &plan, &entries, &refutations)
        })?;
    }
    let holds = refutations.is_empty() && !is_unverified;
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
}

/// Verdict if none of the scores of an exact set could be compared.
const UNVERIFIED: &str = "verdict: NOT VERIFIED: the set finished no search, or no search without one of its \
    layers, so no scores were compared: raise --max-nodes, or reduce --depth";

/// Returns the number of scores that can be compared: searches without one layer, on positions that the whole
/// set finished too.
fn compared(plan: &AblationPlan, entries: &[AblationEntry]) -> usize {
    losses(plan, entries).iter().map(|loss| loss.total.positions).sum()
}

fn plan(arguments: &BenchArguments) -> Result<AblationPlan, UsageError> {
    let BenchArguments { engine_options, limit_options, comparison_options, .. } = arguments;
    let (setup, defaults) = (engine_options.setup(), AblationPlan::default());
    let Algorithm::Layers(layers) = setup.algorithm else {
        let rung = setup.algorithm;
        return Err(UsageError(format!(
            "--ablate: {rung} has no layers to remove: use a set such as full or mate-distance"
        )));
    };
    Ok(AblationPlan {
        layers,
        depth: limit_options.depth()?.unwrap_or(defaults.depth),
        max_nodes: comparison_options.max_nodes,
        megabytes: engine_options.megabytes().unwrap_or(defaults.megabytes),
        eval: arguments.terms_option.applied_to(setup.eval),
        repeat: comparison_options.repeat as usize,
    })
}

fn totals(out: &mut dyn Write, plan: &AblationPlan, entries: &[AblationEntry]) -> io::Result<()> {
    let AblationPlan { layers, depth, max_nodes, megabytes, eval: EvalConfig { evaluator, .. }, .. } = plan;
    let positions = entries.len();
    writeln!(
        out,
        "{} without one layer: depth {depth}, {positions} positions, evaluator {evaluator},\n\
         hash {megabytes} MiB, at most {max_nodes} nodes per search\n",
        Algorithm::Layers(*layers)
    )?;
    let mut table = Table::new(TOTALS);
    table.row(count_cells(WHOLE, "", &whole(entries)));
    for loss in losses(plan, entries) {
        let Loss { layer, total, times_nodes, times_time, other_scores, other_moves, .. } = loss;
        let mut cells = count_cells(layer.name(), kind(layer), &total);
        cells.extend([times_nodes, times_time].map(ratio_cell));
        if total.positions > 0 {
            cells.extend([other_scores, other_moves].map(|count| count.to_string()));
        }
        table.row(cells);
    }
    writeln!(out, "{table}\n{LEGEND}")
}

fn kind(layer: Layer) -> &'static str {
    if layer.is_exact() { "exact" } else { "selective" }
}

fn count_cells(name: &str, kind: &str, total: &AblationTotal) -> Vec<String> {
    let of_some = |count: u64| or_dash((total.positions > 0).then_some(count));
    let mut cells = vec![name.to_owned(), kind.to_owned(), total.positions.to_string()];
    cells.extend([total.nodes, total.time_ms, total.nps].map(of_some));
    cells
}

/// Formats a ratio, such as `x 1.250`; a missing ratio is formatted as a hyphen.
fn ratio_cell(ratio: Option<f64>) -> String {
    or_dash(ratio.map(|ratio| format!("x {ratio:.3}")))
}

fn position(out: &mut dyn Write, entry: &AblationEntry, plan: &AblationPlan) -> io::Result<()> {
    writeln!(out, "{}, depth {}\n{}", entry.id, plan.depth, entry.fen)?;
    let whole = entry.whole.as_ref();
    let mut table = Table::new(POSITION);
    table.row(run_cells(WHOLE, whole, None));
    for without in &entry.without {
        table.row(run_cells(without.layer.name(), without.measured.as_ref(), whole));
    }
    writeln!(out, "{table}")
}

fn run_cells(name: &str, run: Option<&Measurement>, whole: Option<&Measurement>) -> Vec<String> {
    let Some(run) = run else { return vec![name.to_owned(), "-".to_owned()] };
    let ratio = whole.map(|whole| run.last.nodes as f64 / whole.last.nodes as f64);
    vec![
        name.to_owned(),
        run.nodes.to_string(),
        millis(run.time).to_string(),
        run.last.nodes.to_string(),
        ratio.map_or_else(String::new, |ratio| ratio_cell(Some(ratio))),
        run.displayed.to_string(),
        or_dash(run.best.as_ref()),
    ]
}

/// Writes every score that changes when a layer of an exact set is removed, then the verdict as the last
/// line.
fn verdict(
    out: &mut dyn Write,
    plan: &AblationPlan,
    entries: &[AblationEntry],
    refutations: &[Disagreement],
) -> io::Result<()> {
    let compared = compared(plan, entries);
    for refutation in refutations {
        writeln!(out, "{refutation}")?;
    }
    if !refutations.is_empty() {
        writeln!(
            out,
            "verdict: REFUTED: {} of {compared} scores change when a layer of the exact set is removed",
            refutations.len()
        )
    } else if compared == 0 && plan.layers.is_exact() {
        writeln!(out, "{UNVERIFIED}")
    } else if compared == 0 {
        writeln!(out, "verdict: no scores to compare")
    } else if plan.layers.is_exact() {
        writeln!(out, "verdict: the exact layers change no score: {compared} scores compared")
    } else {
        writeln!(out, "verdict: nothing to prove: the set is selective, so scores may differ")
    }
}
