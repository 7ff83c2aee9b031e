"""Measures the response times of a UCI engine: percentiles over many tries.

    cargo build --release && python3 tests/clients/latency.py [ENGINE] [--tries 200] [--load N]

Times are in milliseconds, from sending a line to reading the answer. --load N runs N busy processes at the same time.
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
    options = arguments.parse_args()
    load = [multiprocessing.Process(target=busy, daemon=True) for _ in range(options.load)]
    for process in load:
        process.start()

    starts, quits = [], []
    for _ in range(options.tries):
        engine, took = cold(options.engine)
        starts.append(took)
        engine.say("position startpos\ngo infinite")
        engine.until("info depth 2")
        quits.append(engine.quit())
    show("start to uciok", starts)
    show("quit in a search", quits)

    engine, _ = cold(options.engine)
    ready, stops, moves = [], [], []
    for number in range(options.tries):
        engine.say(f"position startpos moves {['e2e4', 'd2d4', 'c2c4', 'g1f3'][number % 4]}\ngo infinite")
        engine.until("info depth 6")
        ready.append(engine.timed("isready", "readyok"))
        stops.append(engine.timed("stop", "bestmove"))
    show("isready in a search", ready)
    show("stop to bestmove", stops)
    for _ in range(options.tries):
        moves.append(engine.timed("go movetime 100", "bestmove"))
    show("go movetime 100", moves)
    engine.quit()


if __name__ == "__main__":
    main()
