"""Tests the engine with python-chess: play, analysis, pondering, Chess960 and opening books.

    pip install chess
    cargo build --release && python3 tests/clients/python_chess.py        (GLULAM=path for another binary)
"""

import collections
import contextlib
import io
import os
import random
import re
import subprocess
import tempfile
import time
import unittest

import chess
import chess.engine
import chess.pgn
import chess.polyglot

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.environ.get("GLULAM", os.path.join(HERE, "..", "..", "target", "release", "engine"))
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Glulam(unittest.TestCase):
    def setUp(self):
        self.engine = chess.engine.SimpleEngine.popen_uci(ENGINE)

    def tearDown(self):
        self.engine.quit()

    def test_self_play_reaches_the_end_of_a_game(self):
        board = chess.Board()
        while not board.is_game_over(claim_draw=True):
            board.push(self.engine.play(board, chess.engine.Limit(nodes=500), game="one").move)
        self.assertGreater(board.ply(), 20)

    def test_no_move_exceeds_the_clock(self):
        board, clock = chess.Board(), [1.0, 1.0]
        for ply in range(40):
            limit = chess.engine.Limit(white_clock=clock[0], black_clock=clock[1], white_inc=0.01, black_inc=0.01)
            begun = time.monotonic()
            result = self.engine.play(board, limit)
            clock[ply % 2] += 0.01 - (time.monotonic() - begun)
            self.assertGreater(clock[ply % 2], 0)
            board.push(result.move)

    def test_multi_pv_analysis_returns_four_variations_best_first(self):
        lines = self.engine.analyse(chess.Board(KIWIPETE), chess.engine.Limit(depth=8), multipv=4)
        self.assertEqual([line["multipv"] for line in lines], [1, 2, 3, 4])
        self.assertEqual(len({line["pv"][0] for line in lines}), 4)
        scores = [line["score"].relative.score(mate_score=100000) for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual({line["depth"] for line in lines}, {8})

    def test_infinite_analysis_can_be_stopped(self):
        with self.engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 8:
                    break
            else:
                self.fail("the analysis has ended by itself")
        self.assertIsNotNone(self.engine.play(chess.Board(), chess.engine.Limit(depth=2)).move)

    def test_ponder_hits_and_misses(self):
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.05, black_inc=0.05)
        for miss in (False, True, False):
            result = self.engine.play(board, limit, ponder=True)
            board.push(result.move)
            self.assertIsNotNone(result.ponder)
            other = [move for move in board.legal_moves if move != result.ponder]
            board.push(other[0] if miss and other else result.ponder)
        self.engine.play(board, limit)

    def test_checkmate_and_stalemate_at_the_root_have_no_move(self):
        for fen in ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
            result = self.engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
            self.assertIsNone(result.move)

    def test_castling_in_chess960_and_chess960_games(self):
        board = chess.Board.from_chess960_pos(518)
        board.chess960 = True
        for move in ("e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"):
            board.push_uci(move)
        castling = chess.Move.from_uci("e1h1")
        result = self.engine.play(board, chess.engine.Limit(depth=3), root_moves=[castling])
        self.assertEqual(result.move, castling)
        for start in (0, 300, 959):
            board = chess.Board.from_chess960_pos(start)
            while not board.is_game_over() and board.ply() < 60:
                board.push(self.engine.play(board, chess.engine.Limit(nodes=200)).move)

    def test_an_empty_list_of_root_moves_gives_no_move(self):
        result = self.engine.play(chess.Board(), chess.engine.Limit(depth=2), root_moves=[])
        self.assertIsNone(result.move)

    def test_only_the_given_root_moves_are_searched(self):
        moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
        lines = self.engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=5, root_moves=moves)
        self.assertEqual({line["pv"][0] for line in lines}, set(moves))

    def test_wdl_is_reported_with_the_score(self):
        self.engine.configure({"UCI_ShowWDL": True})
        info = self.engine.analyse(chess.Board(), chess.engine.Limit(depth=6))
        self.assertEqual(info["wdl"].relative.total(), 1000)

    def test_a_search_with_a_mate_limit_finds_the_mate(self):
        info = self.engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), chess.engine.Limit(mate=1))
        self.assertEqual(info["score"].relative, chess.engine.Mate(1))

    def test_the_example_in_the_uci_guide_prints_what_the_guide_shows(self):
        with open(os.path.join(HERE, "..", "..", "src", "uci", "README.md"), encoding="utf-8") as file:
            program, shown = re.search(r"```python\n(import chess\n.*?)```\s+```text\n(.*?)```", file.read(), re.S).groups()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(program.replace('popen_uci("engine")', f"popen_uci({ENGINE!r})"), {})
        self.assertEqual(printed.getvalue(), shown)


def random_games(count, chess960):
    """Games of random moves from the start position, with all results, as PGN."""
    dice, games = random.Random(5), []
    for number in range(count):
        board = chess.Board.from_chess960_pos(dice.randrange(2)) if chess960 else chess.Board()
        game = chess.pgn.Game()
        game.setup(board)
        node = game
        while node.ply() < 60 and not board.is_game_over():
            # Few different first moves, so that positions occur in many games.
            moves = sorted(board.legal_moves, key=str)
            move = dice.choice(moves[:3] if node.ply() < 3 else moves)
            board.push(move)
            node = node.add_variation(move)
        game.headers["Result"] = ("1-0", "0-1", "1/2-1/2", "*")[number % 4]
        games.append(str(game))
    return "\n\n".join(games) + "\n"


def stored(board, move):
    """The code of a move in a book: castling is king takes rook."""
    to = move.to_square
    if board.is_castling(move) and not board.chess960:
        to = chess.square(7 if board.is_kingside_castling(move) else 0, chess.square_rank(to))
    return to | move.from_square << 6 | ((move.promotion or 1) - 1) << 12


def counted(pgn, plies, min_games):
    """Weight of each move of each position, counted by python-chess."""
    games, points = collections.Counter(), collections.Counter()
    stream = io.StringIO(pgn)
    while game := chess.pgn.read_game(stream):
        white = {"1-0": 2, "0-1": 0}.get(game.headers["Result"], 1)
        board = game.board()
        for move in list(game.mainline_moves())[:plies]:
            place = chess.polyglot.zobrist_hash(board), stored(board, move)
            games[place] += 1
            points[place] += white if board.turn else 2 - white
            board.push(move)
    return {place: points[place] for place in games if games[place] >= min_games and points[place]}


class Books(unittest.TestCase):
    def make(self, pgn, *options):
        with tempfile.TemporaryDirectory() as folder:
            book = os.path.join(folder, "book.bin")
            command = [ENGINE, "book", "make", "-", "-q", "-o", book, *options]
            subprocess.run(command, input=pgn.encode(), check=True)
            with chess.polyglot.open_reader(book) as reader:
                return list(reader)

    def test_a_book_contains_the_moves_and_weights_that_python_chess_counts(self):
        for chess960 in (False, True):
            pgn = random_games(120, chess960)
            for plies, min_games in ((40, 1), (10, 3)):
                entries = self.make(pgn, "--max-ply", str(plies), "--min-games", str(min_games))
                self.assertEqual([entry.key for entry in entries], sorted(entry.key for entry in entries))
                self.assertEqual({entry.learn for entry in entries}, {0})
                found = {(entry.key, entry.raw_move): entry.weight for entry in entries}
                expected = counted(pgn, plies, min_games)
                self.assertEqual(len(found), len(entries))
                self.assertEqual(sorted(found.items() ^ expected.items()), [])

    def test_the_reader_of_python_chess_finds_castling(self):
        pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0\n"
        with tempfile.TemporaryDirectory() as folder:
            book = os.path.join(folder, "book.bin")
            command = [ENGINE, "book", "make", "-", "-q", "--min-games", "1", "-o", book]
            subprocess.run(command, input=pgn.encode(), check=True)
            board = chess.Board()
            for move in "e4 e5 Nf3 Nc6 Bb5 Nf6".split():
                board.push_san(move)
            with chess.polyglot.open_reader(book) as reader:
                self.assertEqual(reader.find(board).move, chess.Move.from_uci("e1g1"))


if __name__ == "__main__":
    unittest.main()
