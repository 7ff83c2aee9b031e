#!/usr/bin/env python3
"""Checks that the memory of the engine does not grow over many fast games in one process.

    tests/clients/many_games.py [--engine PATH] [--games 20000] [--nodes 40] [--plies 60]

Each game starts with `ucinewgame` and 2 to 9 random moves, played by the engine itself with its rung `random`. The full
search then plays until the game ends or has `--plies` plies. The script prints the resident memory ten times. The exit code
is 1 if the memory grew by more than 10 % plus 1 MiB after the first tenth of the games. Needs Linux and Python.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import time


def resident(pid):
    """Returns the resident memory of a process in kB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, line, word):
        self.say(line)
        while not (answer := self.process.stdout.readline()).startswith(word):
            if not answer:
                sys.exit(f"the engine exited without answering {line!r}")
        return answer

    def game(self, rng, nodes, plies):
        self.say("ucinewgame")
        moves = []
        random_plies = rng.randrange(2, 10)
        self.say(f"setoption name Seed value {rng.randrange(1, 1 << 30)}", "setoption name Layers value random")
        while len(moves) < plies:
            if len(moves) == random_plies:
                self.say("setoption name Layers value full")
            self.say("position startpos moves " + " ".join(moves) if moves else "position startpos")
            move = self.ask(f"go nodes {nodes}", "bestmove").split()[1]
            if move == "(none)":
                break
            moves.append(move)
        return len(moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/engine")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--nodes", type=int, default=40)
    parser.add_argument("--plies", type=int, default=60)
    options = parser.parse_args()
    engine, rng, started = Engine(options.engine), random.Random(1), time.time()
    plies, sizes = 0, []
    for number in range(1, options.games + 1):
        plies += engine.game(rng, options.nodes, options.plies)
        if number % max(1, options.games // 10) == 0:
            sizes.append(resident(engine.process.pid))
            print(f"{number} games, {plies} moves, {time.time() - started:.0f} s: {sizes[-1]} kB", flush=True)
    engine.say("quit")
    code = engine.process.wait(10)
    grew = sizes[-1] > sizes[0] * 1.1 + 1024
    print("the memory grew" if grew else "the memory did not grow")
    sys.exit(code or int(grew))


if __name__ == "__main__":
    main()
