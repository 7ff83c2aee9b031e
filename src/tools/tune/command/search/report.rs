//! Writes the final output of `engine tune search`.

use std::io;

use crate::{search::tunable::Declared, tools::tune::spsa::Spsa};

/// Writes a table of old and new values, and the source lines of the tuned parameters with the new values.
pub fn write(out: &mut dyn io::Write, spsa: &Spsa, declared: &[Declared]) -> io::Result<()> {
    let averages = spsa.averages();
    let width = declared.iter().map(|tunable| tunable.uci_name().len()).max().unwrap_or_default();
    writeln!(out, "{:width$}      old     last  average  new", "")?;
    for ((tunable, parameter), average) in declared.iter().zip(&spsa.parameters).zip(&averages) {
        let (name, last) = (tunable.uci_name(), parameter.value);
        writeln!(out, "{name:width$} {:8} {last:8.1} {average:8.1}  {}", tunable.range[0], average.round())?;
    }
    for layer in declared.chunk_by(|tunable, next| tunable.file == next.file) {
        writeln!(out, "\n{}", layer[0].file)?;
        for tunable in layer {
            let place = declared.iter().position(|other| other == tunable).unwrap_or_default();
            let ([_, min, max], new) = (tunable.range, averages[place].round());
            writeln!(out, "    {} = {new}, {min}..={max}, {};", tunable.name, tunable.step)?;
        }
    }
    Ok(())
}
