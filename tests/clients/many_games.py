#!/usr/bin/env python3
"""Very many very fast games in one process: its memory must not grow.

    tests/clients/many_games.py [--engine PATH] [--games 20000] [--nodes 40] [--plies 60]

Each game begins with `ucinewgame` and some random moves the engine itself is asked for (its rung `random`), and is
played by the full search until it ends or has so many plies. The memory in use is told every tenth of the way; the exit
code is 1 if it grew by more than a tenth and a megabyte after the first tenth. Needs Linux, and nothing but Python.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import time


def resident(pid):
    """Kilobytes of memory in use."""
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
                sys.exit(f"the engine ended instead of answering {line!r}")
        return answer

    def game(self, dice, nodes, plies):
        self.say("ucinewgame")
        moves = []
        random_plies = dice.randrange(2, 10)
        self.say(f"setoption name Seed value {dice.randrange(1, 1 << 30)}", "setoption name Rung value random")
        while len(moves) < plies:
            if len(moves) == random_plies:
                self.say("setoption name Rung value full")
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
    engine, dice, began = Engine(options.engine), random.Random(1), time.time()
    plies, sizes = 0, []
    for number in range(1, options.games + 1):
        plies += engine.game(dice, options.nodes, options.plies)
        if number % max(1, options.games // 10) == 0:
            sizes.append(resident(engine.process.pid))
            print(f"{number} games, {plies} moves, {time.time() - began:.0f} s: {sizes[-1]} kB", flush=True)
    engine.say("quit")
    code = engine.process.wait(10)
    grew = sizes[-1] > sizes[0] * 1.1 + 1024
    print("its memory grew" if grew else "its memory did not grow")
    sys.exit(code or int(grew))


if __name__ == "__main__":
    main()
