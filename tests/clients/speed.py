#!/usr/bin/env python3
"""Compares the speed of UCI engines, in nodes per second of CPU time.

    tests/clients/speed.py target/release/engine /usr/games/stockfish [--movetime 2500] [--hash 64]

Each engine searches six positions with one thread, the engines in turn. The last lines show the speed of the first
engine relative to each other engine: median, minimum and maximum over the positions. Reads /proc, which only Linux has.
"""

import argparse
import os
import re
import statistics
import subprocess

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 0 6",
]


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def speed(path, fen, options):
    """Returns the nodes per second of CPU time of one search, without the start of the engine."""
    with subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        engine.stdin.write(f"setoption name Hash value {options.hash}\nisready\n")
        while "readyok" not in engine.stdout.readline():
            pass
        before, nodes = cpu_seconds(engine.pid), 0
        engine.stdin.write(f"position fen {fen}\ngo movetime {options.movetime}\n")
        while not (line := engine.stdout.readline()).startswith("bestmove"):
            if found := re.search(r" nodes (\d+)", line):
                nodes = int(found.group(1))
        used = cpu_seconds(engine.pid) - before
        engine.stdin.write("quit\n")
    return nodes / used


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    parser.add_argument("--movetime", type=int, default=2500, help="milliseconds per search")
    parser.add_argument("--hash", type=int, default=64, help="hash size in MiB")
    options = parser.parse_args()
    first, *others = options.engines
    ratios = {other: [] for other in others}
    for fen in POSITIONS:
        speeds = {path: speed(path, fen, options) for path in options.engines}
        print("  ".join(f"{path} {value:,.0f}" for path, value in speeds.items()), flush=True)
        for other in others:
            ratios[other].append(speeds[first] / speeds[other])
    for other, values in ratios.items():
        print(f"{first} / {other}: {statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})")


if __name__ == "__main__":
    main()
