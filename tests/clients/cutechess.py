"""Checks the engine with cutechess-cli: games with and without pondering, and no complaint in its debug output.

    cargo build --release && python3 tests/clients/cutechess.py        (GLULAM=path for another binary)

Without cutechess-cli (https://github.com/cutechess/cutechess, 1.4 or newer) in the search path, the tests are skipped.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
ENGINE = os.path.abspath(os.environ.get("GLULAM", os.path.join(ROOT, "target", "release", "engine")))
OPENINGS = os.path.abspath(os.path.join(ROOT, "positions", "openings.epd"))
GAMES = 4
# What cutechess-cli writes about an engine that breaks the protocol, or that loses other than on the board.
COMPLAINTS = re.compile(
    r"illegal|invalid|unknown|malformed|warning|terminated|disconnect|stall|forfeit|loses on time|no result", re.IGNORECASE
)


@unittest.skipUnless(shutil.which("cutechess-cli"), "cutechess-cli is not installed")
class Cutechess(unittest.TestCase):
    def play(self, *options):
        """Plays games of the engine against itself, and returns the debug output.

        The margin is for machines with other work: without it, a game could be lost because the engine was not running.
        """
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [
                    "cutechess-cli", "-debug", "all", "-repeat", "-games", "2", "-rounds", str(GAMES // 2),
                    "-engine", "name=a", "-engine", "name=b",
                    "-each", f"cmd={ENGINE}", "proto=uci", "option.Hash=4", "timemargin=10000", *options,
                    "-openings", f"file={OPENINGS}", "format=epd",
                ],
                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertEqual(done.stdout.count("Finished game"), GAMES, done.stdout[-3000:])
        said = [line for line in done.stdout.splitlines() if COMPLAINTS.search(line)]
        self.assertEqual(said, [], options)
        return done.stdout

    def test_games_have_no_illegal_variation_and_no_other_complaint(self):
        for limit in (["tc=1+0.01"], ["tc=inf", "nodes=500"], ["tc=inf", "depth=1"], ["st=0.05"]):
            self.play(*limit)

    def test_pondering_games_have_no_complaint_and_the_engine_ponders(self):
        output = self.play("tc=1+0.01", "ponder")
        self.assertGreater(output.count(": ponderhit"), 10)
        self.assertGreater(output.count(": go ponder"), output.count(": ponderhit"))

    def test_complaints_are_recognised(self):
        for line in ("Warning: Illegal PV move e2e5 from a", "Finished game 1 (a vs b): 0-1 {White loses on time}"):
            self.assertRegex(line, COMPLAINTS)
        self.assertNotRegex("812 <a(0): info depth 1 seldepth 1 score cp 31 pv e2e4", COMPLAINTS)


if __name__ == "__main__":
    unittest.main()
