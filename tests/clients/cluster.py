#!/usr/bin/env python3
"""Measures `engine analyse` with Spark, Ray and xargs on 200,000 positions, without and with killed workers.

    pip install pyspark ray
    cargo build --release && tests/clients/cluster.py [--engine PATH] [--records 200000] [--nodes 1000]

The positions are those of `engine datagen openings`. The script runs the examples of src/tools/analyse/README.md, compares each
output with the output of one engine process, line by line, and prints CPU time, memory and size per record. The runs "killed"
end random engine processes, executors and actors with SIGKILL. The exit code is 1 if an output differs or if an engine grows
by more than 10 % plus 1 MiB after the first half of a run. Parts whose tool is not installed are skipped. Needs Linux.
"""

import argparse
import contextlib
import gzip
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from pipes import ROOT, examples, module

KINDS = ("engine", "executor", "actor", "tool")
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
WORKERS = 2
SHARDS = 64


class Processes(threading.Thread):
    """Records resident memory and CPU time of the descendants of this process, and kills some of them at random."""

    def __init__(self, engine, kills=()):
        super().__init__(daemon=True)
        self.engine = engine
        self.pending = list(kills)  # (earliest time of the kill in seconds after the first engine started, kind), in order of time
        self.kinds = {}  # kind of each process, by (pid, start time): orphans stay known
        self.cpu = {}  # CPU time in seconds, by (pid, start time)
        self.samples = []  # per sample, the largest resident memory of a process in MiB, by kind
        self.killed = []
        self.ended = threading.Event()

    def kind(self, pid):
        try:
            if os.path.realpath(f"/proc/{pid}/exe") == self.engine:
                return "engine"
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read()
        except OSError:
            return "tool"
        if b"CoarseGrainedExecutorBackend" in command:
            return "executor"
        return "actor" if command.startswith(b"ray::Glulam") else "tool"

    def sample(self):
        found = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    stat = file.read().rpartition(")")[2].split()
                if stat[0] != "Z":
                    found[int(name)] = (int(stat[1]), (int(name), stat[19]), int(stat[11]) + int(stat[12]), int(stat[21]))

        def ours(pid):
            while pid in found and pid != os.getpid() and found[pid][1] not in self.kinds:
                pid = found[pid][0]
            return pid in found

        largest, alive = {}, {}
        for pid, (_, key, ticks, pages) in found.items():
            if ours(pid):
                self.kinds[key] = kind = self.kind(pid)  # a process changes its kind with exec
                self.cpu[key] = ticks / TICKS
                largest[kind] = max(largest.get(kind, 0), pages * PAGE / 2**20)
                alive.setdefault(kind, []).append(pid)
        return largest, alive

    def run(self):
        self.sample()
        before = dict(self.cpu)  # this process, and what earlier runs have left
        start, begin, last_kill = time.monotonic(), None, 0.0
        while not self.ended.wait(0.25):
            largest, alive = self.sample()
            now = time.monotonic() - start
            if now >= len(self.samples):
                self.samples.append(largest)
            if begin is None and alive.get("engine"):
                begin = now
            # Two kills at the same time could end the same task as often as Spark accepts.
            is_due = begin is not None and self.pending and now >= max(begin + self.pending[0][0], last_kill + 1)
            if is_due and alive.get(self.pending[0][1]) and alive.get("engine"):
                last_kill = now
                kind = self.pending.pop(0)[1]
                with contextlib.suppress(ProcessLookupError):
                    os.kill(random.choice(alive[kind]), signal.SIGKILL)
                    self.killed.append(kind)
        self.sample()
        new = {key: cpu - before.get(key, 0) for key, cpu in self.cpu.items()}
        self.engines = sum(self.kinds[key] == "engine" and key not in before for key in new)
        self.engine_cpu = sum(cpu for key, cpu in new.items() if self.kinds[key] == "engine")
        self.tool_cpu = sum(new.values()) - self.engine_cpu

    def quarters(self, kind):
        """Returns the largest resident memory of a process of this kind in each quarter of the run, in MiB."""
        sizes = [sample[kind] for sample in self.samples if kind in sample]
        step = max(1, len(sizes) / 4)
        return [max(sizes[int(i * step) : max(int(i * step) + 1, int((i + 1) * step))]) for i in range(min(4, len(sizes)))]


class Measurement:
    def __init__(self, arguments, folder):
        self.folder, self.nodes = folder, arguments.nodes
        self.positions, self.cpu_log = self.path("positions.epd"), self.path("cpu")
        # A copy has its own path in /proc, so that no other engine process is counted or killed.
        self.binary = shutil.copy(arguments.engine, os.path.realpath(self.path("glulam")))
        self.engine = self.path("engine")
        with open(self.engine, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\nTIMEFORMAT='%U %S'\n{{ time '{self.binary}' \"$@\" 2>&3; }} 3>&2 2>> '{self.cpu_log}'\n")
        os.chmod(self.engine, 0o755)
        self.failed = False
        self.reference = None
        self.alone = 0.0
        self.walls = {}  # duration of each run in seconds, by name

    def path(self, name):
        return os.path.join(self.folder, name)

    def make_positions(self, number, file):
        if file:
            shutil.copy(file, self.positions)
        else:
            limits = ["--openings", str(number), "--nodes", "50", "--jobs", str(WORKERS)]
            command = [self.binary, "datagen", "openings", *limits, "--quiet", "--output", self.positions]
            subprocess.run(command, check=True)
        with open(self.positions, encoding="utf-8") as file:
            lines = file.read().splitlines(keepends=True)[:number]
        assert len(lines) == len({" ".join(line.split()[:4]) for line in lines}) == number
        with open(self.positions, "w", encoding="utf-8") as file:
            file.writelines(lines)
        self.records = [line.rstrip("\n") for line in lines]

    def example(self, heading, language):
        """Returns the example of the guide, with our paths and limits."""
        [code] = examples(heading, language)
        for old, new in [
            ('"engine", ', f'"{self.engine}", '),
            ("/path/to/engine", self.engine),
            ('"--nodes", "20000"', f'"--nodes", "{self.nodes}", "--no-timing"'),
            ("--nodes 20000", f"--nodes {self.nodes}"),
            ("range(16)", f"range({WORKERS})"),
            ('"positions.epd"', f'"{self.positions}"'),
            ('"results', f'"{self.folder}/results'),
        ]:
            code = code.replace(old, new)
        return code

    def measure(self, name, run, kills=()):
        """Runs `run`, which returns the names of its output files in order, and prints what it cost."""
        open(self.cpu_log, "w").close()
        processes = Processes(self.binary, kills)
        processes.start()
        wall = time.monotonic()
        files = run()
        wall = self.walls[name] = time.monotonic() - wall
        processes.ended.set()
        processes.join()
        with open(self.cpu_log, encoding="utf-8") as file:
            # bash also writes the names of the processes that were killed.
            times = [sum(map(float, line.split())) for line in file if re.fullmatch(r"[0-9.]+ [0-9.]+\n", line)]
        # The log has short processes too, and the samples have those whose shell was killed.
        engine, engines, count = max(sum(times), processes.engine_cpu), max(len(times), processes.engines), len(self.records)
        lines, digest = 0, hashlib.sha256()
        for path in files:
            with open(path, "rb") as file:
                for line in file:
                    lines += 1
                    digest.update(line)
        if self.reference is None:
            self.reference, self.alone = digest.hexdigest(), engine
        same = lines == count and digest.hexdigest() == self.reference
        cost = lambda seconds: f"{seconds * 1e6 / count:.0f} µs"
        print(f"\n{name}: {lines} records, {'equal to one process' if same else 'DIFFERENT from one process'}")
        print(f"  {wall:.1f} s, {count / wall:.0f} records/s; CPU time per record: engine {cost(engine)}, "
              f"other processes {cost(processes.tool_cpu)}; {WORKERS} cores x wall - engine: {cost(WORKERS * wall - engine)}")
        print(f"  {engines} engine processes, {engine / self.alone:.3f} times the engine's CPU time of one process")
        if kills:
            counts = (f"{processes.killed.count(kind)} {kind}" for kind in KINDS if kind in processes.killed)
            print("  killed: " + ", ".join(counts))
            same = same and not processes.pending
            if processes.pending:
                print(f"  FAILED: the run ended before {len(processes.pending)} of the kills")
        for kind in KINDS:
            if sizes := processes.quarters(kind):
                print(f"  largest {kind} in each quarter: " + ", ".join(f"{size:.1f}" for size in sizes) + " MiB")
                if kind == "engine" and max(sizes) > 1.1 * max(sizes[:2]) + 1:
                    print("  FAILED: the memory of the engine grew")
                    same = False
        sys.stdout.flush()
        self.failed |= not same

    def one_process(self):
        with open(self.positions, encoding="utf-8") as file, open(self.path("one.jsonl"), "w", encoding="utf-8") as output:
            subprocess.run([self.engine, "analyse", "--nodes", str(self.nodes), "--no-timing", "--quiet"], stdin=file,
                           stdout=output, check=True)
        return [output.name]

    def sizes(self):
        """Prints the time that the engine itself reports, and the size of the records."""
        import json

        sample = self.records[:: max(1, len(self.records) // 20_000)]
        done = subprocess.run([self.engine, "analyse", "--nodes", str(self.nodes), "--quiet"], input="\n".join(sample) + "\n",
                              stdout=subprocess.PIPE, text=True, check=True)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        searched = [record["nodes"] / record["nps"] for record in found if record.get("nps")]
        print(f"\nsearch time from the records' nps: {sum(searched) * 1e6 / len(searched):.0f} µs ({len(searched)} records)")
        with open(self.path("one.jsonl"), "rb") as file:
            text = file.read()
        print(f"bytes per record: position {os.path.getsize(self.positions) / len(self.records):.0f}, JSON "
              f"{len(text) / len(self.records):.0f}, gzip {len(gzip.compress(text, 6)) / len(self.records):.0f}", end="")
        if shutil.which("zstd"):
            done = subprocess.run(["zstd", "-qc", self.path("one.jsonl")], stdout=subprocess.PIPE, check=True)
            print(f", zstd {len(done.stdout) / len(self.records):.0f}", end="")
        print()

    def spark(self):
        from pyspark import SparkConf, SparkContext

        conf = SparkConf().setMaster(f"local-cluster[{WORKERS},1,1024]").setAppName("glulam").set("spark.ui.enabled", "false")
        conf.set("spark.ui.showConsoleProgress", "false")
        conf.set("spark.driver.bindAddress", "127.0.0.1").set("spark.driver.host", "127.0.0.1")
        context = SparkContext(conf=conf)
        context.setLogLevel("OFF")
        results = self.path("results")
        shutil.rmtree(results, ignore_errors=True)
        try:
            exec(self.example("Spark", "python"), {"sc": context})
        finally:
            context.stop()
        return [os.path.join(results, name) for name in sorted(os.listdir(results)) if name.startswith("part-")]

    def ray(self):
        import ray

        ray.init(num_cpus=WORKERS, include_dashboard=False, log_to_driver=False)
        try:
            exec(self.example("Ray", "python"), {"records": self.records})
        finally:
            ray.shutdown()
        return [self.path("results.jsonl")]

    def xargs(self, kills=0):
        """Runs the SLURM example's command for each part with xargs, kills all of it `kills` times, and resumes it."""
        folder = self.path("xargs")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        subprocess.run(["split", "-n", f"l/{SHARDS}", "-d", "-a", "3", self.positions, "part."], cwd=folder, check=True)
        analyse = f"{self.engine} analyse --nodes {self.nodes} --no-timing --quiet --output {{}}.jsonl --resume < {{}}"
        command = f"ls part.??? | xargs -P{WORKERS} -I{{}} sh -c '{analyse}'"
        for attempt in range(100):
            job = subprocess.Popen(["sh", "-c", command], cwd=folder, start_new_session=True, stderr=subprocess.DEVNULL)
            if attempt < kills:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    job.wait(self.alone / WORKERS * random.uniform(0.1, 0.3))
                    continue
                os.killpg(job.pid, signal.SIGKILL)
            if job.wait() == 0:
                break
        print(f"\nxargs was started {attempt + 1} times")
        return [os.path.join(folder, f"part.{number:03}.jsonl") for number in range(SHARDS)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "target", "release", "engine"))
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--positions", help="EPD file with distinct positions, instead of those of engine datagen")
    parser.add_argument("--seed", type=int, default=1, help="seed for the kills")
    parser.add_argument("--kills", type=int, default=8, help="engine processes to kill in each run with kills")
    parser.add_argument("--tools", default="spark,ray,xargs", help="the tools to run")
    parser.add_argument("--runs", default="plain,killed", help="the runs of each tool")
    arguments = parser.parse_args()
    random.seed(arguments.seed)

    def kills(tool, kind):
        # One kill in each of equal parts of the run without kills, because Spark gives up if it loses the same task
        # four times.
        number = arguments.kills + 2
        part = 0.8 * measurement.walls.get(tool, measurement.alone / WORKERS) / number
        times = [max(1, (index + random.random()) * part) for index in range(number)]
        kinds = ["engine"] * arguments.kills + [kind] * 2
        random.shuffle(kinds)
        return list(zip(times, kinds))

    with tempfile.TemporaryDirectory() as folder:
        measurement = Measurement(arguments, folder)
        measurement.make_positions(arguments.records, arguments.positions)
        measurement.measure("one process", measurement.one_process)
        measurement.sizes()
        spark = module("pyspark") and shutil.which("java")
        missing = {"spark": not spark, "ray": not module("ray"), "xargs": not shutil.which("xargs")}
        for runs in arguments.runs.split(","):
            for tool, worker in [("spark", "executor"), ("ray", "actor"), ("xargs", "engine")]:
                if tool not in arguments.tools.split(","):
                    continue
                run = getattr(measurement, tool)
                if missing[tool]:
                    print(f"skipped: {tool} is not installed")
                elif runs == "plain":
                    measurement.measure(tool, run)
                else:
                    measurement.measure(f"{tool}, killed", lambda: run(kills=3) if tool == "xargs" else run(), kills(tool, worker))
    sys.exit(measurement.failed)


if __name__ == "__main__":
    main()
