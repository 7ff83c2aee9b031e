//! The charts of the ladder.

use super::{
    Chart,
    bars::{Bar, saved_bars, share_bars},
    scale::Axis,
    svg::{COLOURS, Line, lines},
};
use crate::bench::{growth::Growth, ladder::report::Ladder, totals::Total};

/// The charts of a block that have something to show.
pub fn charts(ladder: &Ladder, block: &str) -> Vec<Chart> {
    let view = BlockCharts::new(ladder, block);
    let all = [
        view.nodes(),
        view.saved(),
        view.branching(),
        view.cut_indices(),
        view.kinds(),
        view.table(),
        view.time(),
    ];
    all.into_iter().filter(|chart| !chart.svg.is_empty()).collect()
}

/// One block of the ladder.
struct BlockCharts<'a> {
    block: &'a str,
    totals: Vec<&'a Total>,
    growth: Vec<&'a Growth>,
    minimal: Vec<(i32, f64)>,
    /// The rungs with a colour of their own.
    coloured_rungs: Vec<&'a str>,
}

impl<'a> BlockCharts<'a> {
    fn new(ladder: &'a Ladder, block: &'a str) -> Self {
        let totals: Vec<_> = ladder.totals.iter().filter(|total| total.block == block).collect();
        let growth: Vec<_> = ladder.growth.iter().filter(|growth| growth.block == block).collect();
        let minimal = ladder.minimal_trees.iter().filter(|trees| trees.block == block);
        Self {
            block,
            coloured_rungs: coloured_rungs(&totals, &growth),
            minimal: minimal.map(|trees| (trees.depth, trees.leaves as f64)).collect(),
            totals,
            growth,
        }
    }

    fn chart(&self, file: &str, title: &'static str, caption: &str, svg: String) -> Chart {
        Chart { file: format!("{}-{file}", self.block), title, caption: caption.to_owned(), svg }
    }

    /// One line a rung that was run on every position.
    fn lines(&self, value: impl Fn(&Growth) -> Option<f64>) -> Vec<Line> {
        let line = |total: &&Total| {
            let own = self.growth.iter().filter(|growth| growth.rung == total.rung);
            Line {
                name: total.rung.clone(),
                points: own.filter_map(|growth| Some((growth.depth, value(growth)?))).collect(),
                colour: self.coloured_rungs.iter().position(|rung| *rung == total.rung),
                dashed: false,
            }
        };
        let mut all: Vec<_> = self.totals.iter().map(line).filter(|line| !line.points.is_empty()).collect();
        all.sort_by_key(|line| line.colour.is_some());
        all
    }

    fn nodes(&self) -> Chart {
        let mut all = self.lines(|growth| Some(growth.last_nodes as f64));
        if !self.minimal.is_empty() {
            let name = "minimal tree".to_owned();
            all.push(Line { name, points: self.minimal.clone(), colour: None, dashed: true });
        }
        let title = "How the tree grows with depth";
        let minimal = if self.minimal.is_empty() {
            ""
        } else {
            " The dashed line is theory: the leaves that alpha-beta must visit even with perfect order and the mean number of \
             moves (Knuth and Moore, 1975)."
        };
        let below = if self.block == "selective" && !self.minimal.is_empty() {
            " What runs below it leaves moves out without proof."
        } else {
            ""
        };
        let caption = format!(
            "Positions visited at each depth, all test positions together. Each step up the axis is a multiplication, so a straight \
             line is exponential growth and a flatter one a smaller base. A line ends where some position would have cost too much.{minimal}{below}"
        );
        self.chart("nodes", title, &caption, lines(title, "nodes", Axis::Log, &all))
    }

    fn branching(&self) -> Chart {
        let title = "Branching factor by depth";
        let caption = "How many times the nodes of the depth before one more ply costs. Minimax multiplies by the number of legal \
                       moves. Alpha-beta zigzags: after one side's ply there is little to add, after the other's much.";
        let all = self.lines(|growth| growth.ebf_ratio);
        self.chart("branching", title, caption, lines(title, "times the depth before", Axis::Log, &all))
    }

    fn time(&self) -> Chart {
        let title = "Time to depth";
        let caption = "Milliseconds until the depth was finished on all positions, the shallower searches of deepening rungs included. \
                       Time varies from run to run; below a few milliseconds it says little.";
        let all = self.lines(|growth| Some(growth.time_us as f64 / 1000.0));
        self.chart("time", title, caption, lines(title, "milliseconds", Axis::Log, &all))
    }

    fn table(&self) -> Chart {
        let title = "What the table knew, by depth";
        let percent = |part: u64, growth: &Growth| {
            (growth.table_probes > 0).then(|| 100.0 * part as f64 / growth.table_probes as f64)
        };
        let mut all = self.lines(|growth| percent(growth.table_hits, growth));
        for line in self.lines(|growth| percent(growth.table_cuts, growth)) {
            if line.colour.is_some() {
                all.push(Line { name: String::new(), dashed: true, ..line });
            }
        }
        let caption = "Of 100 positions looked up, how many were known (full line), and how many of those ended the search there \
                       (dashed, same colour). Being known is no more than a hint at the best move unless the depth fits.";
        self.chart("table", title, caption, lines(title, "% of look-ups", Axis::Even, &all))
    }

    fn saved(&self) -> Chart {
        let title = "Where nodes are saved";
        let rows = self.run().map(|total| Bar {
            name: total.rung.clone(),
            nodes: total.last_nodes as f64 / total.positions.max(1) as f64,
            times: total.fewer_than_below,
        });
        let caption = "Nodes a position at the full depth (dark), and what the rung saves of the one in the line above it (green, ÷) or costs \
                       more (red, ×). The factor is the geometric mean over the positions both were run on, so bars of rungs that were not \
                       run on all positions do not line up exactly.";
        self.chart("saved", title, caption, saved_bars(title, &rows.collect::<Vec<_>>()))
    }

    fn kinds(&self) -> Chart {
        let title = "What the nodes are";
        let rows = self.run().map(|total| {
            let inner = total.last_nodes.saturating_sub(total.leaves + total.qnodes);
            (total.rung.clone(), [total.leaves, inner, total.qnodes].map(|count| count as f64).to_vec())
        });
        let parts = ["leaves", "inner nodes", "quiescence"];
        let caption = "Leaves, where the depth is used up (their share is written); inner nodes, from where the search goes on or is cut; and \
                       captures played out below the leaves.";
        self.chart("kinds", title, caption, share_bars(title, &parts, &rows.collect::<Vec<_>>()))
    }

    fn cut_indices(&self) -> Chart {
        let title = "Which move made the cut";
        let rows = self.run().filter(|total| total.cut_indices.iter().sum::<u64>() > 0);
        let rows =
            rows.map(|total| (total.rung.clone(), total.cut_indices.map(|count| count as f64).to_vec()));
        let parts = ["1st", "2nd", "3rd", "4th–6th", "7th or later"];
        let caption = "Where one refutation was enough, how many moves had been tried until it was found. With perfect order it is always \
                       the first (the share that is written).";
        self.chart("cuts", title, caption, share_bars(title, &parts, &rows.collect::<Vec<_>>()))
    }

    fn run(&self) -> impl Iterator<Item = &'a Total> {
        self.totals.iter().copied().filter(|total| total.positions > 0 && total.last_nodes > 0)
    }
}

/// The rungs that get a colour: the first and the last, and those that change most.
fn coloured_rungs<'a>(totals: &[&'a Total], growth: &[&Growth]) -> Vec<&'a str> {
    let drawn: Vec<_> =
        totals.iter().filter(|total| growth.iter().any(|growth| growth.rung == total.rung)).collect();
    let weight = |index: usize| {
        let ends = index == 0 || index + 1 == drawn.len();
        let change = drawn[index].fewer_than_below.map_or(0.0, |times| times.ln().abs());
        if ends { f64::MAX } else { change }
    };
    let mut order: Vec<usize> = (0..drawn.len()).collect();
    order.sort_by(|one, other| weight(*other).total_cmp(&weight(*one)));
    order.truncate(COLOURS);
    order.sort_unstable();
    order.into_iter().map(|index| drawn[index].rung.as_str()).collect()
}
