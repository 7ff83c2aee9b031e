"""Tests `engine play` in a pseudo-terminal, with typed keys and signals.

    cargo build --release && python3 tests/clients/play_terminal.py        (GLULAM=path for another binary)

Needs only Python and a system with pseudo-terminals. --show prints the terminal output.
"""

import os
import re
import select
import signal
import struct
import sys
import tempfile
import time
import unittest

try:
    import fcntl
    import pty
    import termios
except ImportError:
    print("skipped: this system has no pseudo-terminals")
    sys.exit(0)

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.environ.get("GLULAM", os.path.join(HERE, "..", "..", "target", "release", "engine"))
SHOW = "--show" in sys.argv and sys.argv.remove("--show") is None
COLUMNS = 80
PATIENCE = 60
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])")
UNWRAPPED = re.compile(r'\[Event "[\s\S]*?(\*|1-0|0-1|1/2-1/2)\n|\S+/\S+ [wb] \S+ \S+ \d+ \d+\n')
PROMPT = re.compile(r"(\d+\.+ (White|Black)( \[[0-9:.]+\])?|game over)> ")


class Terminal:
    """The program in a pseudo-terminal: its output so far, and functions that type keys."""

    def __init__(self, *arguments, columns=COLUMNS, **environment):
        self.raw = ""
        self.columns = columns
        self.read_to = 0
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            # The child sets the size before the program asks for it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
            clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "CLICOLOR")}
            # `nohup` ignores SIGHUP, and a child process inherits that.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.execve(ENGINE, ["engine", "play", *arguments], {**clean, "TERM": "xterm-256color", **environment})

    def pump(self, seconds):
        if not select.select([self.file], [], [], seconds)[0]:
            return False
        try:
            read = os.read(self.file, 65536)
        except OSError:
            return False
        self.raw += read.decode(errors="replace")
        return bool(read)

    def wait_for(self, pattern):
        """Waits until the output since the last call matches `pattern`, and returns that output."""
        end = time.time() + PATIENCE
        while True:
            text = ESCAPES.sub("", self.raw[self.read_to :])
            if re.search(pattern, text):
                # The line editor may print its line again after the match. No event marks the end of that output, so
                # output that follows within 0.15 s belongs to the same answer.
                while self.pump(0.15):
                    pass
                text = ESCAPES.sub("", self.raw[self.read_to :])
                self.read_to = len(self.raw)
                return text
            if time.time() > end or not self.pump(0.5) and self.has_ended():
                raise AssertionError(f"expected {pattern!r}, found {text!r}")

    def has_ended(self):
        return not select.select([self.file], [], [], 0)[0] and os.waitpid(self.pid, os.WNOHANG)[0] != 0

    def has_closed(self):
        """Returns whether the program has closed its side of the terminal and everything is read."""
        return bool(select.select([self.file], [], [], 0)[0]) and not self.pump(0)

    def key(self, keys):
        os.write(self.file, keys if isinstance(keys, bytes) else keys.encode())

    def type(self, line):
        """Types a line and returns the output up to the next prompt."""
        self.key(line + "\r")
        return self.wait_for(r"\n[\s\S]*" + PROMPT.pattern)

    def end(self):
        """Waits for the end of the program. Returns the exit code and the remaining output."""
        end = time.time() + PATIENCE
        while time.time() < end and (self.pump(0.5) or not self.has_closed()):
            pass
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        text = ESCAPES.sub("", self.raw[self.read_to :])
        os.close(self.file)
        for line in UNWRAPPED.sub("", ESCAPES.sub("", self.raw).replace("\r\n", "\n")).split("\n"):
            # PGN and FEN are never wrapped. The line editor rewrites an edited line after each key; only the last version counts.
            assert len(line.split("\r")[-1]) <= self.columns, line
        if SHOW:
            print(self.raw)
        return code, text


class Play(unittest.TestCase):
    def play(self, moves, *arguments):
        terminal = Terminal("--colour", "both", *arguments)
        terminal.wait_for(PROMPT)
        for move in moves.split():
            said = terminal.type(move)
            self.assertNotIn("is not legal", said)
        return terminal, said

    def test_a_game_to_checkmate_with_colours(self):
        terminal, said = self.play("e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#")
        self.assertIn("Checkmate: the black king is in check from the white queen on f7", said)
        self.assertIn("game over> ", said)
        self.assertIn("\x1b[48;5;124m", terminal.raw)
        self.assertIn("♞", said)
        self.assertIn("4. Qxf7#", said)
        self.assertIn("The game is over", terminal.type("a6"))
        terminal.key("quit\r")
        code, text = terminal.end()
        self.assertEqual(code, 0)
        self.assertIn('[Result "1-0"]', text)

    def test_a_game_to_stalemate_without_colours(self):
        moves = "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"
        terminal = Terminal("--colour", "both", "--ascii", NO_COLOR="1")
        terminal.wait_for(PROMPT)
        for move in moves.split():
            said = terminal.type(move)
        self.assertIn("Stalemate: Black is not in check but has no legal move", said)
        self.assertNotIn("48;5;", terminal.raw)
        self.assertIn("[Q]", said)
        self.assertTrue(terminal.raw.isascii())
        terminal.key("\x04")
        self.assertEqual(terminal.end()[0], 0)

    def test_a_game_to_a_claimed_draw(self):
        terminal, said = self.play("Nf3 Nf6 Ng1 Ng8 " * 2)
        self.assertIn("White can claim a draw (enter draw): the same position occurred", said.replace("\r\n", " "))
        said = terminal.type("draw").replace("\r\n", " ")
        self.assertIn("Draw claimed: the same position occurred 3 times", said)
        self.assertIn("1/2-1/2", said)
        terminal.key("quit\r")
        self.assertEqual(terminal.end()[0], 0)

    def test_the_hints_win_a_game_against_the_rung_random(self):
        terminal = Terminal("--layers", "random", "--seed", "5", "--clock", "30+0")
        said = terminal.wait_for(PROMPT)
        for _ in range(80):
            hint = re.search(r"Hint: (\S+)\. Expected line", terminal.type("hint")).group(1)
            said = terminal.type(hint)
            if "game over" in said:
                break
        self.assertIn("Checkmate", said)
        self.assertIn("1-0", said)
        terminal.key("quit\r")
        self.assertIn("%clk", terminal.end()[1])

    def test_line_editing_history_and_completion(self):
        terminal = Terminal("--colour", "both")
        terminal.wait_for(PROMPT)
        terminal.key("Nc\t\r")
        self.assertIn("1... Black>", terminal.wait_for(r"1\.\.\. Black> "))
        self.assertIn("Nc3", ESCAPES.sub("", terminal.raw))
        terminal.key("e6\x7f5\r")
        terminal.wait_for(r"2\. White> ")
        self.assertIn("1. Nc3 e5", terminal.type("game"))
        terminal.key("\x1b[A\r")
        self.assertIn("1. Nc3 e5", terminal.wait_for(r"\n[\s\S]*2\. White> "))
        terminal.key("\x03")
        self.assertIn("Ctrl-C again", terminal.wait_for(r"\n[\s\S]*2\. White> "))
        terminal.key("\x03")
        code, text = terminal.end()
        self.assertEqual(code, 130)
        self.assertIn("1. Nc3 e5 *", text)

    def test_ctrl_c_makes_the_engine_move(self):
        terminal = Terminal("--colour", "black", "--movetime", "600000")
        terminal.wait_for("thinking")
        os.kill(terminal.pid, signal.SIGINT)
        self.assertRegex(terminal.wait_for(PROMPT), r"Glulam: 1\. \S+")
        terminal.key("quit\r")
        self.assertEqual(terminal.end()[0], 0)

    def test_the_player_loses_on_time(self):
        terminal = Terminal("--colour", "both", "--clock", "1.2s")
        self.assertIn("[0:01.", terminal.wait_for(PROMPT))
        time.sleep(1.3)
        said = terminal.type("Nf3")
        self.assertIn("White ran out of time. 0-1", said)
        said = terminal.type("undo")
        self.assertIn("The game continues", said)
        self.assertIn("1. White [0:01.", said)
        self.assertIn("1... Black", terminal.type("Nf3"))
        terminal.key("quit\r")
        self.assertEqual(terminal.end()[0], 0)

    def test_save_writes_the_game_if_the_terminal_is_closed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pgn")
            terminal = Terminal("--colour", "both", "--save", path)
            terminal.wait_for(PROMPT)
            terminal.type("e4")
            os.close(terminal.file)
            code = os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1])
            self.assertNotEqual(code, 0)
            with open(path) as game:
                self.assertIn("1. e4 *", game.read())

    def test_bytes_that_are_not_utf_8_do_not_end_the_game(self):
        terminal = Terminal("--colour", "both")
        terminal.wait_for(PROMPT)
        terminal.type("e4")
        terminal.key(b"e\xff")
        self.assertIn("neither a move nor a command", terminal.wait_for(r"\n[\s\S]*1\.\.\. Black> "))
        self.assertIn("1. e4 e5", terminal.type("e5"))
        terminal.key("quit\r")
        self.assertEqual(terminal.end()[0], 0)

    def test_lines_typed_while_the_engine_thinks_are_executed_in_order(self):
        for plain in ((), ("--plain",)):
            terminal = Terminal("--level", "10", "--movetime", "600000", "--ascii", *plain, NO_COLOR="1")
            terminal.wait_for(PROMPT)
            terminal.key("e4\r")
            terminal.wait_for("Player: 1. e4" if plain else "thinking")
            terminal.key("level\rmovesx\x7f g1\rundo\rd4\r")
            terminal.wait_for("d4")
            os.kill(terminal.pid, signal.SIGINT)
            said = terminal.wait_for("Player: 1. d4" if plain else "Took back[\\s\\S]*thinking")
            self.assertRegex(said, r"at full strength[\s\S]*Nf3[\s\S]*Took back")
            os.kill(terminal.pid, signal.SIGINT)
            said = terminal.wait_for(PROMPT)
            self.assertRegex(terminal.type("game"), r"1\. d4 \S+")
            terminal.key("quit\r")
            self.assertEqual(terminal.end()[0], 0)

    def test_lines_that_arrive_together_are_all_executed(self):
        lines = "e4\re5\rNf3\r"
        # A terminal sends a paste with line feeds, and in brackets if the program has asked for them.
        for keys in (lines, lines.replace("\r", "\n")):
            terminal = Terminal("--colour", "both", "--plain")
            terminal.wait_for(PROMPT)
            self.assertNotIn("\x1b[?2004h", terminal.raw)
            terminal.key(keys)
            terminal.wait_for("Nf3, knight[\\s\\S]*Black> ")
            self.assertIn("1. e4 e5 2. Nf3", terminal.type("game"))
            terminal.key("quit\r")
            self.assertEqual(terminal.end()[0], 0)

    def test_the_board_fits_a_narrow_terminal(self):
        for columns in (30, 45, 60):
            terminal = Terminal("--level", "1", "--ascii", "--clock", "5+3", columns=columns, NO_COLOR="1")
            self.assertIn(" 1  R  N  B  Q  K  B  N  R", terminal.wait_for(PROMPT))
            self.assertIn(" 4  .  .  .  .  P  .  .  .", terminal.type("e4"))
            terminal.type("Ke3")
            terminal.type("help")
            terminal.key("quit\r")
            self.assertEqual(terminal.end()[0], 0)

    def test_a_printed_game_is_not_wrapped_and_can_be_continued(self):
        terminal = Terminal("--colour", "both", "--fen", "kiwipete", columns=40)
        terminal.wait_for(PROMPT)
        terminal.type("O-O")
        self.assertRegex(terminal.type("fen"), r"\n\S{40,} b kq - 1 1\r\n")
        printed = terminal.type("new")
        self.assertIn('[FEN "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]\r\n', printed)
        terminal.type("O-O")
        terminal.key("quit\r")
        code, text = terminal.end()
        self.assertEqual(code, 0)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.pgn")
            with open(path, "w") as file:
                file.write(text[text.index("[Event") :].replace("\r\n", "\n"))
            again = Terminal("--pgn", path)
            again.wait_for(PROMPT)
            self.assertIn("1. O-O", again.type("game"))
            again.key("quit\r")
            self.assertEqual(again.end()[0], 0)

    def test_plain_output_has_words_and_no_drawing(self):
        terminal = Terminal("--plain", "--nodes", "500")
        terminal.wait_for(PROMPT)
        said = terminal.type("e4")
        self.assertIn("Player: 1. e4, pawn from e2 to e4.", said)
        self.assertRegex(said, r"Glulam: 1\.\.\. \S+, \w+ from \w\d to \w\d\.")
        self.assertIn("h2 and e4.", terminal.type("board"))
        self.assertNotRegex(terminal.raw, "48;5;|[♔♙]|thinking")
        terminal.key("quit\r")
        self.assertEqual(terminal.end()[0], 0)

    def test_a_rematch_swaps_the_colours_and_turns_the_board(self):
        terminal = Terminal("--level", "1", "--ascii", NO_COLOR="1")
        terminal.wait_for(PROMPT)
        terminal.type("resign")
        said = terminal.type("rematch")
        self.assertIn("New game. You play Black against Glulam (level 1).", said)
        self.assertRegex(said, r" 1 [\s\S]* 8 [\s\S]*Player[\s\S]*1\.\.\. Black> ")
        terminal.key("quit\r")
        self.assertEqual(terminal.end()[0], 0)

    def test_the_explanation_of_an_illegal_move_fits_80_columns(self):
        terminal = Terminal("--colour", "both", "--fen", "4kr2/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1")
        terminal.wait_for(PROMPT)
        self.assertIn("your king would be in check from the black bishop on b4", terminal.type("Ne4").replace("\r\n", " "))
        self.assertIn("f1 is attacked by the black rook on f8", terminal.type("O-O").replace("\r\n", " "))
        terminal.key("quit\r")
        self.assertEqual(terminal.end()[0], 0)


if __name__ == "__main__":
    unittest.main()
