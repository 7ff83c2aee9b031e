//! SVG charts of `engine bench --ladder`, for the HTML page (`--html`) and for separate files (`--svg`).

use super::{
    Chart,
    bars::{Bar, saved_bars, share_bars},
    scale::Axis,
    svg::{COLOURS, Line, lines},
};
use crate::bench::{growth::Growth, ladder::report::Ladder, totals::Total};

/// Returns the charts of one block of the ladder, except charts without data.
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

/// Data of one block of the ladder.
struct BlockCharts<'a> {
    block: &'a str,
    totals: Vec<&'a Total>,
    growth: Vec<&'a Growth>,
    minimal: Vec<(i32, f64)>,
    /// Names of the rungs whose lines have a colour of their own.
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

    /// Returns one line per rung that has a `value` at one depth or more; a depth counts if the rung finished
    /// it on every position. Lines with a colour of their own come last.
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
            let name = "uniform tree".to_owned();
            all.push(Line { name, points: self.minimal.clone(), colour: None, dashed: true });
        }
        let title = "Growth of the tree with depth";
        let minimal = if self.minimal.is_empty() {
            ""
        } else {
            " The dashed line is Knuth and Moore’s (1975) number of leaves for perfect move ordering in a uniform tree, in which every \
             position has the mean number of moves of minimax’s tree. It is not a lower limit for a real tree: the numbers of moves differ, so a \
             cutoff can fall where there are many, and mates and draws end lines early. An exact rung can therefore go below it."
        };
        let below = if self.block == "selective" && !self.minimal.is_empty() {
            " Selective rungs also go below it because they prune moves without proof."
        } else {
            ""
        };
        let caption = format!(
            "Nodes searched at each depth, summed over all test positions. The axis is logarithmic: a straight line means \
             exponential growth, and a flatter line a smaller branching factor. A line ends at the last depth that the rung \
             finished on every position within the node limit.{minimal}{below}"
        );
        self.chart("nodes", title, &caption, lines(title, "nodes", Axis::Log, &all))
    }

    fn branching(&self) -> Chart {
        let title = "Branching factor by depth";
        let caption = "Nodes of each depth divided by the nodes of the previous depth. For minimax the factor is the mean number of legal moves. \
                       For alpha-beta the factor alternates between odd and even depths, because only every second ply needs \
                       all moves.";
        let all = self.lines(|growth| growth.ebf_ratio);
        self.chart("branching", title, caption, lines(title, "× nodes of previous depth", Axis::Log, &all))
    }

    fn time(&self) -> Chart {
        let title = "Time to depth";
        let caption = "Time until each rung finished the depth, summed over all positions, in milliseconds. For rungs with iterative \
                       deepening the time includes all smaller depths. Times vary from run to run; times below a few milliseconds are not \
                       meaningful.";
        let all = self.lines(|growth| Some(growth.time_us as f64 / 1000.0));
        self.chart("time", title, caption, lines(title, "milliseconds", Axis::Log, &all))
    }

    fn table(&self) -> Chart {
        let title = "Transposition table hits and cutoffs by depth";
        let percent = |part: u64, growth: &Growth| {
            (growth.table_probes > 0).then(|| 100.0 * part as f64 / growth.table_probes as f64)
        };
        let mut all = self.lines(|growth| percent(growth.table_hits, growth));
        for line in self.lines(|growth| percent(growth.table_cuts, growth)) {
            if line.colour.is_some() {
                all.push(Line { name: String::new(), dashed: true, ..line });
            }
        }
        let caption = "TT hits (solid line) and TT cutoffs (dashed line of the same colour), in percent of all probes. A hit whose depth \
                       does not allow a cutoff only supplies the best move to try first.";
        self.chart("table", title, caption, lines(title, "% of probes", Axis::Even, &all))
    }

    fn saved(&self) -> Chart {
        let title = "Nodes saved by each rung";
        let rows = self.run().map(|total| Bar {
            name: total.rung.clone(),
            nodes: total.last_nodes as f64 / total.positions.max(1) as f64,
            times: total.fewer_than_below,
        });
        let caption = "Nodes per position in the last iteration, on a logarithmic scale: equal lengths are equal factors, not equal numbers of nodes. \
                       Saved (÷) and added (×) compare with the rung in the line above. The factor beside a bar is the geometric mean over the positions on which both rungs were run. The coloured part therefore does not match the bar above exactly if a \
                       rung was not run on all positions.";
        self.chart("saved", title, caption, saved_bars(title, &rows.collect::<Vec<_>>()))
    }

    fn kinds(&self) -> Chart {
        let title = "Leaves, inner nodes and quiescence nodes";
        let rows = self.run().map(|total| {
            let inner = total.last_nodes.saturating_sub(total.leaves + total.qnodes);
            (total.rung.clone(), [total.leaves, inner, total.qnodes].map(|count| count as f64).to_vec())
        });
        let parts = ["leaves", "inner nodes", "quiescence"];
        let caption = "Shares of leaves, inner nodes and quiescence nodes in the last iteration. At a leaf the depth is used up or the \
                       game is over; the number beside a bar is the share of leaves. Inner nodes are the nodes of the main search that are not leaves. \
                       Quiescence nodes are positions after captures, searched below the horizon.";
        self.chart("kinds", title, caption, share_bars(title, &parts, &rows.collect::<Vec<_>>()))
    }

    fn cut_indices(&self) -> Chart {
        let title = "Index of the move that caused the beta cutoff";
        let rows = self.run().filter(|total| total.cut_indices.iter().sum::<u64>() > 0);
        let rows =
            rows.map(|total| (total.rung.clone(), total.cut_indices.map(|count| count as f64).to_vec()));
        let parts = ["1st", "2nd", "3rd", "4th–6th", "7th or later"];
        let caption = "Beta cutoffs in the last iteration by index of the cutting move. With perfect move ordering the first move always causes \
                       the cutoff; the number beside a bar is the share of first-move cutoffs.";
        self.chart("cuts", title, caption, share_bars(title, &parts, &rows.collect::<Vec<_>>()))
    }

    fn run(&self) -> impl Iterator<Item = &'a Total> {
        self.totals.iter().copied().filter(|total| total.positions > 0 && total.last_nodes > 0)
    }
}

/// Returns the rungs whose lines get a colour of their own, at most [`COLOURS`]: the first, the last, and the
/// rungs that change the node count most.
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
