"""Tests the engine with the programs that connect it to Lichess, and with the engine tests of python-chess.

    pip install chess requests pyyaml backoff rich
    GLULAM_LICHESS_BOT=DIR GLULAM_EXTERNAL_ENGINE=DIR GLULAM_PYTHON_CHESS=DIR python3 tests/clients/lichess.py -v

Each variable names a checkout: github.com/lichess-bot-devs/lichess-bot, lichess-org/external-engine and
niklasf/python-chess. The test of a variable that is not set is skipped. No test uses the internet: servers on the
loopback interface stand in for Lichess. GLULAM=path tests another binary.
Python 3.11 or newer.
"""

import json
import os
import pathlib
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINE = os.path.abspath(os.environ.get("GLULAM", ROOT / "target/release/engine"))
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SECONDS = 120  # after this time without a result, a test fails


def checkout(variable):
    """Returns the directory of a checkout, or skips the test."""
    if not os.environ.get(variable):
        raise unittest.SkipTest(f"{variable} is not set")
    return pathlib.Path(os.environ[variable]).resolve()


class Handler(BaseHTTPRequestHandler):
    """Requests and answers in JSON. `self.server.site` answers the requests."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, value, code=200):
        data = b"" if value is None else json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, values):
        """Sends one line for each value; an empty line, which keeps the connection open, for None."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for value in values:
                line = b"\n" if value is None else json.dumps(value).encode() + b"\n"
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.close_connection = True  # the client has left

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        data = b""
        while length := int(self.rfile.readline(), 16):
            data += self.rfile.read(length)
            self.rfile.readline()
        self.rfile.readline()
        return data.decode()

    def do_GET(self):
        self.server.site.get(self, self.path.split("?")[0])

    def do_POST(self):
        self.server.site.post(self, self.path.split("?")[0], self.body())


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that is stopped closes its connections, which is no error here."""


def serve(test, site):
    server = Server(("127.0.0.1", 0), Handler)
    server.site = site
    threading.Thread(target=server.serve_forever, daemon=True).start()
    test.addCleanup(server.server_close)
    test.addCleanup(server.shutdown)
    return f"http://127.0.0.1:{server.server_port}"


def start(test, command, ended, **options):
    """Starts a client in a process group of its own, which ends with the test. Sets `ended` if the client ends."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, **options)
    output = []

    def read():
        with process.stdout:
            output.append(process.stdout.read().decode())
        ended.set()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()

    def stop():
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        reader.join()
        return "".join(output)

    test.addCleanup(stop)
    return stop


class Game:
    """A site with one challenge to the bot and one game, in which the challenger plays random moves."""

    def __init__(self, chess960):
        import chess

        self.board = chess.Board.from_chess960_pos(120) if chess960 else chess.Board()
        self.variant = {"key": "chess960", "name": "Chess960"} if chess960 else {"key": "standard", "name": "Standard"}
        self.fen = self.board.fen() if chess960 else "startpos"
        self.milliseconds = 20_000
        self.status = {"status": "started"}
        self.events, self.states, self.over = queue.Queue(), queue.Queue(), threading.Event()
        self.illegal, self.accepted = [], False
        self.random = random.Random(7)

    def state(self):
        moves = " ".join(move.uci() for move in self.board.move_stack)
        clock = {"wtime": 20_000, "btime": self.milliseconds, "winc": 0, "binc": 0}
        return {"type": "gameState", "moves": moves} | clock | self.status

    def push(self, move):
        self.board.push(move)
        outcome = self.board.outcome(claim_draw=True)
        if self.milliseconds <= 0:
            self.status = {"status": "outoftime", "winner": "white"}
        elif outcome:
            self.status = {"status": "mate" if self.board.is_checkmate() else "draw"}
            if outcome.winner is not None:
                self.status["winner"] = "white" if outcome.winner else "black"
        if self.status["status"] != "started":
            self.over.set()
        self.sent = time.monotonic()
        self.states.put(self.state())

    def reply(self):
        self.push(self.random.choice(list(self.board.legal_moves)))

    @staticmethod
    def until_end(values):
        """Yields values of a queue, None after each second without one, until the game has ended."""
        while True:
            try:
                value = values.get(timeout=1)
            except queue.Empty:
                value = None
            yield value
            if value and value.get("status", "started") != "started":
                return

    def full(self):
        bot = {"id": "glulam", "name": "glulam", "title": "BOT"}
        guest = {"id": "guest", "name": "guest", "rating": 1500}
        game = {"id": "game", "rated": False, "variant": self.variant, "speed": "blitz", "perf": {"name": "Blitz"}}
        return game | {"initialFen": self.fen}, bot, guest

    def get(self, request, path):
        game, bot, guest = self.full()
        if path == "/api/account":
            request.answer(bot | {"username": "glulam", "perfs": {}})
        elif path == "/api/account/playing":
            request.answer({"nowPlaying": []})
        elif path == "/api/stream/event":
            control = {"timeControl": {"type": "clock", "limit": 20, "increment": 0}, "color": "white"}
            self.events.put({"type": "challenge", "challenge": game | control | {"challenger": guest, "destUser": bot}})
            request.stream(self.until_end(self.events))
        elif path == "/api/bot/game/stream/game":
            clock = {"clock": {"initial": 20_000, "increment": 0}, "createdAt": int(time.time() * 1000)}
            first = game | clock | {"type": "gameFull", "white": guest, "black": bot, "state": self.state()}
            self.states.put(first)
            self.reply()
            request.stream(self.until_end(self.states))
        else:
            request.answer({})

    def post(self, request, path, body):
        if path == "/api/token/test":
            request.answer({body: {"scopes": "bot:play", "userId": "glulam"}})
        elif path.endswith("/accept"):
            self.accepted = True
            request.answer({"ok": True})
            opponent = {"opponent": {"id": "guest", "username": "guest"}, "isMyTurn": False}
            self.events.put({"type": "gameStart", "game": {"id": "game", "gameId": "game"} | opponent})
        elif move := re.fullmatch(r"/api/bot/game/game/move/(\w+)", path):
            self.milliseconds -= int((time.monotonic() - self.sent) * 1000)
            try:
                parsed = self.board.parse_uci(move[1])
            except ValueError as error:
                self.illegal.append(str(error))
                request.answer({"error": str(error)}, 400)
                self.over.set()
                return
            request.answer({"ok": True})
            self.push(parsed)
            if self.status["status"] == "started":
                self.reply()
        else:
            request.answer({"ok": True})


class LichessBot(unittest.TestCase):
    def play(self, chess960):
        source = checkout("GLULAM_LICHESS_BOT")
        import yaml

        game = Game(chess960)
        guide = (ROOT / "src/uci/README.md").read_text()
        config = yaml.safe_load(re.search(r"```yaml\n(engine:.*?)```", guide, re.DOTALL)[1])
        config["token"], config["url"] = "token", serve(self, game) + "/"
        config["challenge"] = {"variants": ["standard", "chess960"], "time_controls": ["blitz"], "modes": ["casual"]}
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "engines").mkdir()
        shutil.copy(ENGINE, folder / "engines/engine")
        (folder / "config.yml").write_text(yaml.safe_dump(config))
        environment = os.environ | {"PYTHONPATH": str(source), "COLUMNS": "300"}
        stop = start(self, [sys.executable, source / "lichess-bot.py", "-v"], game.over, cwd=folder, env=environment)
        ended = game.over.wait(SECONDS)
        output = stop()
        self.assertTrue(game.accepted and ended, output)
        self.assertEqual(game.illegal, [])
        self.assertEqual(game.status, {"status": "mate", "winner": "black"}, output)
        self.assertNotIn("info string error", output)

    def test_the_configuration_of_the_guide_plays_a_game(self):
        self.play(chess960=False)

    def test_the_configuration_of_the_guide_plays_chess960(self):
        self.play(chess960=True)


class Broker:
    """A site that asks for one analysis after the other."""

    def __init__(self, jobs):
        self.jobs, self.todo, self.results, self.finished = jobs, queue.Queue(), {}, threading.Event()
        self.todo.put(0)

    def get(self, request, _path):
        request.answer([])

    def post(self, request, path, body):
        if path == "/api/external-engine":
            self.registration = json.loads(body)
            request.answer({}, 201)
        elif path == "/api/external-engine/work":
            try:
                number = self.todo.get(timeout=5)
            except queue.Empty:
                request.answer(None, 204)
            else:
                request.answer({"id": str(number), "work": self.jobs[number]})
        else:
            number = int(path.rsplit("/", 1)[1])
            self.results[number] = body.splitlines()
            request.answer({})
            if number + 1 < len(self.jobs):
                self.todo.put(number + 1)
            else:
                self.finished.set()


class AnalysisBoard(unittest.TestCase):
    def test_the_provider_script_analyses_three_positions(self):
        source = checkout("GLULAM_EXTERNAL_ENGINE")
        common = {"sessionId": "one", "threads": 1, "hash": 64, "variant": "chess", "moves": []}
        start_position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        broker = Broker([
            common | {"multiPv": 1, "initialFen": start_position, "moves": ["e2e4", "e7e5"], "depth": 12},
            common | {"multiPv": 3, "threads": 2, "initialFen": KIWIPETE, "moves": ["e1h1"], "movetime": 500},
            common | {"multiPv": 5, "sessionId": "two", "initialFen": "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1", "nodes": 20000},
        ])
        url = serve(self, broker)
        command = [sys.executable, source / "example-provider.py", "--engine", ENGINE, "--name", "Glulam"]
        stop = start(self, [*command, "--lichess", url, "--broker", url, "--token", "token"], broker.finished)
        finished = broker.finished.wait(SECONDS)
        output = stop()
        self.assertTrue(finished and len(broker.results) == len(broker.jobs), output)
        self.assertEqual(broker.registration["variants"], ["chess"])
        for number, lines in enumerate(broker.results[number] for number in range(3)):
            for line in lines:
                self.assertRegex(line, r"^info depth \d+ seldepth \d+ (multipv \d+ )?score (cp|mate) -?\d+ .* pv [a-h]")
            variations = {int(found[1]) for line in lines if (found := re.search(r" multipv (\d+) ", line))}
            self.assertEqual(variations, [set(), {1, 2, 3}, {1, 2, 3, 4, 5}][number])


class PythonChess(unittest.TestCase):
    def test_the_engine_tests_of_python_chess_pass(self):
        source = checkout("GLULAM_PYTHON_CHESS")
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "stockfish").symlink_to(ENGINE)  # the tests start the engine by this name
        environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
        command = [sys.executable, "test.py", "-v", "EngineTestCase"]
        run = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, timeout=SECONDS)
        self.assertEqual(run.returncode, 0, run.stderr)
        for name in ["forced_mates", "options", "analysis", "multipv", "quit"]:
            self.assertRegex(run.stderr, rf"(?s)test_sf_{name} .*?\.\.\. .*?ok\n")
            self.assertNotRegex(run.stderr, rf"test_sf_{name} .* skipped")
        self.assertNotIn("need stockfish", run.stderr)


if __name__ == "__main__":
    unittest.main()
