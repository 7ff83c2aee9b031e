"""Checks the engine with fastchess: its UCI compliance check, and games without a warning.

    cargo build --release && python3 tests/clients/fastchess.py        (GLULAM=path for another binary)

Without fastchess (https://github.com/Disservin/fastchess, 1.8 or newer) in the search path, the tests are skipped.
"""

import os
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
ENGINE = os.path.abspath(os.environ.get("GLULAM", os.path.join(ROOT, "target", "release", "engine")))
OPENINGS = os.path.abspath(os.path.join(ROOT, "positions", "openings.epd"))
GAMES = 20


def fastchess(*arguments):
    """Runs fastchess in a temporary directory, because it writes files there, and returns its exit code and output."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["fastchess", *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    return done.returncode, done.stdout


@unittest.skipUnless(shutil.which("fastchess"), "fastchess is not installed")
class Fastchess(unittest.TestCase):
    def test_the_engine_passes_every_step_of_the_compliance_check(self):
        code, output = fastchess("--compliance", ENGINE)
        self.assertEqual(code, 0, output)
        self.assertIn("Engine passed all compliance checks", output)

    def test_games_have_no_warning_about_moves_scores_or_variations(self):
        for limit in (["tc=1+0.01"], ["tc=inf", "nodes=500"], ["tc=inf", "depth=1"]):
            code, output = fastchess(
                "-strict", "-check-mate-pvs",
                "-engine", f"cmd={ENGINE}", "name=a", "-engine", f"cmd={ENGINE}", "name=b",
                "-each", "option.Hash=4", *limit,
                "-openings", f"file={OPENINGS}", "format=epd",
                "-rounds", str(GAMES // 2), "-games", "2",
            )  # fmt: skip
            self.assertEqual(code, 0, output)
            self.assertEqual([line for line in output.splitlines() if "warning" in line.lower()], [], limit)
            self.assertEqual(output.count("Finished game"), GAMES, output)


if __name__ == "__main__":
    unittest.main()
