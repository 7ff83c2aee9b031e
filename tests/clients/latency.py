"""Measures the response times of a UCI engine: percentiles over many tries.

    cargo build --release && python3 tests/clients/latency.py [ENGINE] [--tries 200] [--load N] [--threads N] [--hash MIB]

Times are in milliseconds, from sending a line to reading the answer. --load N runs N busy processes at the same time.
--threads and --hash set the options of the engine. `stop` is measured in every state in which a GUI can send it.
"""

import argparse
import multiprocessing
import os
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.path.join(HERE, "..", "..", "target", "release", "engine")


class Engine:
    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([command], stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        for line in self.process.stdout:
            if line.startswith(start):
                return
        raise SystemExit(f"the engine exited before it printed '{start}'")

    def timed(self, line, start):
        begun = time.perf_counter()
        self.say(line)
        self.until(start)
        return 1000 * (time.perf_counter() - begun)

    def quit(self):
        begun = time.perf_counter()
        self.say("quit")
        self.process.wait()
        return 1000 * (time.perf_counter() - begun)


def cold(command):
    begun = time.perf_counter()
    engine = Engine(command)
    engine.say("uci")
    engine.until("uciok")
    took = 1000 * (time.perf_counter() - begun)
    return engine, took


def busy():
    while True:
        pass


def show(name, times):
    times.sort()
    at = lambda part: times[min(len(times) - 1, int(part * len(times)))]
    print(f"{name:28} median {at(0.5):7.2f}   p95 {at(0.95):7.2f}   p99 {at(0.99):7.2f}   worst {times[-1]:7.2f}", flush=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("engine", nargs="?", default=ENGINE)
    arguments.add_argument("--tries", type=int, default=200)
    arguments.add_argument("--load", type=int, default=0)
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--hash", type=int, default=16)
    options = arguments.parse_args()
    load = [multiprocessing.Process(target=busy, daemon=True) for _ in range(options.load)]
    for process in load:
        process.start()

    settings = f"setoption name Threads value {options.threads}\nsetoption name Hash value {options.hash}"
    starts, quits = [], []
    for _ in range(options.tries):
        engine, took = cold(options.engine)
        starts.append(took)
        engine.say(f"{settings}\nposition startpos\ngo infinite")
        engine.until("info depth 2")
        quits.append(engine.quit())
    show("start to uciok", starts)
    show("quit in a search", quits)

    engine, _ = cold(options.engine)
    begun = time.perf_counter()
    engine.say(f"{settings}\nucinewgame")
    engine.timed("isready", "readyok")
    show(f"Threads {options.threads}, Hash {options.hash}", [1000 * (time.perf_counter() - begun)])
    ready, stops, ponders, hits, new_games, moves = [], [], [], [], [], []
    for number in range(options.tries):
        engine.say(f"position startpos moves {['e2e4', 'd2d4', 'c2c4', 'g1f3'][number % 4]}\ngo infinite")
        engine.until("info depth 6")
        ready.append(engine.timed("isready", "readyok"))
        stops.append(engine.timed("stop", "bestmove"))
    show("isready in a search", ready)
    show("stop to bestmove", stops)
    for _ in range(options.tries):
        engine.say("go ponder wtime 60000 btime 60000")
        engine.until("info depth 6")
        ponders.append(engine.timed("stop", "bestmove"))
        engine.say("go ponder movetime 1")
        engine.until("info depth 6")
        hits.append(engine.timed("ponderhit", "bestmove"))
        # The new game clears the table, and the search has just begun.
        engine.say("ucinewgame\nposition startpos\ngo infinite")
        new_games.append(engine.timed("stop", "bestmove"))
    show("stop while pondering", ponders)
    show("ponderhit with no time left", hits)
    show("stop after ucinewgame and go", new_games)
    show("stop without a search", [engine.timed("stop\nisready", "readyok") for _ in range(options.tries)])
    for _ in range(options.tries):
        moves.append(engine.timed("go movetime 100", "bestmove"))
    show("go movetime 100", moves)
    engine.quit()


if __name__ == "__main__":
    main()
