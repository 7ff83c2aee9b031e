"""Runs the examples of src/tools/analyse/README.md: `engine analyse` with Spark, Ray, GNU parallel, xargs, SLURM and jq.

    pip install pyspark ray
    cargo build --release && python3 tests/clients/pipes.py        (GLULAM=path for another binary)

Each tool must give the same bytes as one engine process, for 1,200 records. Tests of tools that are not installed are
skipped with a message. The SLURM example needs no SLURM: the test does what `sbatch` does for an array job.
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
ENGINE = os.path.abspath(os.environ.get("GLULAM", os.path.join(ROOT, "target", "release", "engine")))
COMMAND = [ENGINE, "analyse", "--nodes", "2000", "--no-timing"]


def module(name):
    try:
        return __import__(name)
    except ImportError:
        return None


def records():
    """Returns 1,200 records: positions of the suites in positions/, requests with ids, and one invalid line."""
    lines = []
    for suite in ("bench", "tactics", "openings"):
        with open(os.path.join(ROOT, "positions", suite + ".epd"), encoding="utf-8") as file:
            lines += [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    lines = lines[:1180]
    lines += ['{"id":%d,"fen":"startpos","nodes":%d}' % (number, 100 * number) for number in range(1, 20)]
    lines.insert(300, "nonsense")
    assert len(lines) == 1200
    return lines


def examples(heading, language="sh"):
    """Returns the examples below a heading of the guide, in shell or in Python."""
    with open(os.path.join(ROOT, "src", "tools", "analyse", "README.md"), encoding="utf-8") as file:
        section = re.split(r"^### ", file.read().partition("### " + heading + "\n")[2], flags=re.M)[0]
    return re.findall(r"^```%s\n(.*?)^```" % language, section, flags=re.M | re.S)


def sbatch(script, folder, **environment):
    """Runs an array job as `sbatch` does, two tasks at a time: the script as it is, with the environment of its task."""
    first, last = map(int, re.search(r"^#SBATCH .*--array=(\d+)-(\d+)", script, flags=re.M).groups())

    def run(task):
        array = {"ARRAY_TASK_ID": task, "ARRAY_TASK_MIN": first, "ARRAY_TASK_MAX": last, "ARRAY_TASK_COUNT": last - first + 1}
        slurm = {"SLURM_" + name: str(value) for name, value in array.items()}
        return subprocess.run(["sh", job], cwd=folder, env={**environment, **slurm}, stdin=subprocess.DEVNULL, check=True)

    job = os.path.join(folder, "job.sh")
    with open(job, "w", encoding="utf-8") as file:
        file.write(script)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return len(list(pool.map(run, range(first, last + 1))))


RECORDS = records()


def alone(lines):
    """Returns the output of one engine process."""
    done = subprocess.run(COMMAND, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True, env={})
    return done.stdout.splitlines()


class Pipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.expected = alone(RECORDS)
        assert len(cls.expected) == len(RECORDS)

    @unittest.skipUnless(module("pyspark"), "pyspark is not installed")
    @unittest.skipUnless(shutil.which("java"), "java is not installed, and Spark needs it")
    def test_spark_pipes_partitions_through_two_executors(self):
        from pyspark import SparkConf, SparkContext

        conf = SparkConf().setMaster("local-cluster[2,1,1024]").setAppName("glulam")
        conf.set("spark.ui.enabled", "false")
        conf.set("spark.driver.bindAddress", "127.0.0.1").set("spark.driver.host", "127.0.0.1")
        context = SparkContext(conf=conf)
        context.setLogLevel("ERROR")
        try:
            # The engine runs in an empty environment, so the command contains the full path. Without --strict, rejected
            # records do not change the exit code; otherwise Spark would repeat the partition.
            lines = context.parallelize(RECORDS, 7).pipe(" ".join(COMMAND), checkCode=True).collect()
        finally:
            context.stop()
        self.assertEqual(lines, self.expected)

    def ray_example(self, folder, command):
        """Returns the output of the guide's Ray example with two actors."""
        import ray

        [example] = examples("Ray", "python")
        results = os.path.join(folder, "results.jsonl")
        for old, new in [('["engine", "analyse", "--nodes", "20000"]', repr(command)), ('"results.jsonl"', repr(results)),
                         ("range(16)", "range(2)")]:
            self.assertIn(old, example)
            example = example.replace(old, new)
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        try:
            exec(example, {"records": RECORDS})
        finally:
            ray.shutdown()
        with open(results, encoding="utf-8") as file:
            return file.read().splitlines()

    @unittest.skipUnless(module("ray"), "ray is not installed")
    def test_each_ray_actor_runs_an_engine(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.ray_example(folder, COMMAND), self.expected)

    @unittest.skipUnless(module("ray"), "ray is not installed")
    def test_ray_repeats_the_batch_of_an_engine_that_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            # Only the first engine can make this folder. It ends in the middle of its second batch.
            mark, command = os.path.join(folder, "ended"), " ".join(COMMAND)
            script = f"if mkdir {mark} 2> {mark}.log; then sed -u 150q | {command}; else exec {command}; fi"
            self.assertEqual(self.ray_example(folder, ["sh", "-c", script]), self.expected)
            self.assertTrue(os.path.isdir(mark))

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_gnu_parallel_keeps_the_order(self):
        done = subprocess.run(["parallel", "--pipe", "-N100", "-k", "-j2", *COMMAND], input="\n".join(RECORDS) + "\n",
                              stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(done.stdout.splitlines(), self.expected)

    @unittest.skipUnless(shutil.which("xargs") and shutil.which("split"), "xargs or split is not installed")
    def test_xargs_over_the_parts_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "positions.epd"), "w", encoding="utf-8") as file:
                file.write("\n".join(RECORDS) + "\n")
            script = ("split -n l/4 -d -a 3 positions.epd part.\n"
                      "ls part.??? | xargs -P2 -I{} sh -c '%s < {} > {}.jsonl'\n"
                      "cat part.*.jsonl" % " ".join(COMMAND))
            done = subprocess.run(["sh", "-ec", script], cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual(done.stdout.splitlines(), self.expected)

    @unittest.skipUnless(shutil.which("split"), "split is not installed")
    def test_the_slurm_array_job_of_the_guide_and_its_restart(self):
        [job] = examples("SLURM")
        split, _, merge = examples("xargs")[0].rstrip("\n").split("\n")
        limit = "engine analyse --nodes 20000 "
        self.assertIn(limit, job)
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(ENGINE, os.path.join(folder, "engine"))
            environment = {"PATH": folder + os.pathsep + os.environ["PATH"]}
            shell = lambda command: subprocess.run(["sh", "-ec", command], cwd=folder, check=True)
            with open(os.path.join(folder, "positions.epd"), "w", encoding="utf-8") as file:
                file.write("\n".join(RECORDS) + "\n")
            shell(split)
            job = job.replace(limit, "engine analyse --nodes 2000 --no-timing ")
            self.assertEqual(sbatch(job, folder, **environment), 64)
            # Two tasks of the array are lost: one before it began, the other in the middle of a line.
            os.remove(os.path.join(folder, "part.003.jsonl"))
            cut = os.path.join(folder, "part.017.jsonl")
            os.truncate(cut, os.path.getsize(cut) // 2)
            self.assertEqual(sbatch(job, folder, **environment), 64)
            shell(merge)
            with open(os.path.join(folder, "results.jsonl"), encoding="utf-8") as file:
                self.assertEqual(file.read().splitlines(), self.expected)

    def test_a_restarted_array_job_resumes(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "part.000.jsonl")
            command = COMMAND + ["--output", output, "--resume"]
            for lines in (RECORDS[:400], RECORDS):
                subprocess.run(command, input="\n".join(lines) + "\n", text=True, check=True, env={})
            with open(output, encoding="utf-8") as file:
                self.assertEqual(file.read().splitlines(), self.expected)

    @unittest.skipUnless(shutil.which("jq"), "jq is not installed")
    def test_jq_reads_the_records(self):
        done = subprocess.run(["jq", "-r", "select(.ok) | .bestmove"], input="\n".join(self.expected), text=True,
                              stdout=subprocess.PIPE, check=True)
        self.assertEqual(len(done.stdout.splitlines()), len([line for line in self.expected if '"ok":true' in line]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
