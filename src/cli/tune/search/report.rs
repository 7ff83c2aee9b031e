//! What a tuning prints at its end.

use std::io;

use crate::{lab::tune::spsa::Spsa, search::tunable::Declared};

/// A table, and lines for the source.
pub fn write(out: &mut dyn io::Write, spsa: &Spsa, numbers: &[Declared]) -> io::Result<()> {
    let averages = spsa.averages();
    let width = numbers.iter().map(|one| one.uci_name().len()).max().unwrap_or_default();
    writeln!(out, "{:width$}      old     last  average  new", "")?;
    for ((one, parameter), average) in numbers.iter().zip(&spsa.parameters).zip(&averages) {
        let (name, last) = (one.uci_name(), parameter.value);
        writeln!(out, "{name:width$} {:8} {last:8.1} {average:8.1}  {}", one.range[0], average.round())?;
    }
    for layer in numbers.chunk_by(|one, next| one.layer == next.layer) {
        writeln!(out, "\nsrc/search/layers/{}.rs", layer[0].layer)?;
        for one in layer {
            let place = numbers.iter().position(|other| other == one).unwrap_or_default();
            let ([_, min, max], new) = (one.range, averages[place].round());
            writeln!(out, "    {} = {new}, {min}..={max}, {};", one.name, one.step)?;
        }
    }
    Ok(())
}
