//! Value axis of a chart: linear or logarithmic, with a few round tick values.

/// Kind of axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Linear axis that starts at zero.
    Even,
    /// Logarithmic axis.
    Log,
}

/// Value axis that maps values to positions from 0 to 1.
pub struct Scale {
    axis: Axis,
    from: f64,
    to: f64,
}

impl Scale {
    /// Creates an axis that contains all values from `least`, which is positive, to `most`.
    pub fn new(axis: Axis, least: f64, most: f64) -> Self {
        match axis {
            Axis::Even => Self { axis, from: 0.0, to: most * 1.05 },
            Axis::Log => Self { axis, from: least / 1.3, to: most * 1.3 },
        }
    }

    /// Creates an axis from exactly `from` to exactly `to`. For a linear axis, `from` must be 0.
    pub const fn between(axis: Axis, from: f64, to: f64) -> Self {
        Self { axis, from, to }
    }

    /// Returns the position of a value on the axis, from 0 at the lower end to 1 at the upper end.
    pub fn share(&self, value: f64) -> f64 {
        match self.axis {
            Axis::Even => value / self.to,
            Axis::Log => (value / self.from).ln() / (self.to / self.from).ln(),
        }
    }

    /// Returns at most eight round values for the labels of the axis.
    pub fn ticks(&self) -> Vec<f64> {
        let inside = |ticks: Vec<f64>| -> Vec<f64> {
            ticks.into_iter().filter(|tick| (self.from..=self.to).contains(tick)).collect()
        };
        let powers = || (-6..13).map(|power| 10_f64.powi(power));
        let candidates: Vec<Vec<f64>> = match self.axis {
            Axis::Log => [&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0][..], &[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]]
                .map(|steps| powers().flat_map(|power| steps.iter().map(move |step| step * power)).collect())
                .to_vec(),
            Axis::Even => powers()
                .flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * power))
                .map(|step| {
                    (0..9)
                        .map(|index| step * f64::from(index))
                        .take_while(|tick| *tick < step * 8.5)
                        .collect::<Vec<_>>()
                })
                .filter(|ticks| ticks.last().is_some_and(|last| last * 1.001 >= self.to * 0.8))
                .collect(),
        };
        let fitting = candidates.into_iter().map(inside).find(|ticks| ticks.len() <= 8);
        fitting.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::short;

    #[test]
    fn axes_have_at_most_eight_round_ticks() {
        let log = Scale::new(Axis::Log, 20.0, 30_000_000.0);
        assert!((0.0..0.1).contains(&log.share(20.0)) && log.share(30_000_000.0) < 1.0);
        assert_eq!(log.ticks().iter().map(|tick| short(*tick)).collect::<Vec<_>>()[..2], ["100", "1k"]);
        let even = Scale::new(Axis::Even, 1.0, 100.0).ticks();
        assert!((3..=8).contains(&even.len()) && even[0].abs() < f64::EPSILON, "{even:?}");
    }
}
