"""Tests the HTML pages of `engine explain` and `engine bench` in headless Chromium.

    cargo build --release && python3 tests/clients/pages.py

Environment: GLULAM is the path of another engine binary, CHROMIUM the path of another browser, and SHOTS a directory for
screenshots and PDFs.

Each page is opened 1400, 1000, 700 and 390 pixels wide, in light and dark mode. The page must fit the window, its text must have
enough contrast, it must log nothing to the console, and it must send no network request. Then the tests click the page.
"""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
ENGINE = os.path.abspath(os.environ.get("GLULAM", os.path.join(ROOT, "target", "release", "engine")))
BROWSER = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)
SHOTS = os.environ.get("SHOTS")
APPEARANCES = [(width, scheme) for width in (1400, 1000, 700, 390) for scheme in ("light", "dark")]

# Returns the lowest contrast between a text and its background, by the formula of WCAG 2. WCAG requires 4.5 for text.
CONTRAST = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const known = new Map();  // a canvas reads a colour slowly, and a page has few colours
  const rgba = colour => { if (!known.has(colour)) known.set(colour, read(colour)); return known.get(colour); };
  const read = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
  const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  let worst = [99, ""];
  for (const node of document.querySelectorAll("h1,h2,h3,p,summary,b,i,small,td,th,dt,dd,button,label,code,figcaption")) {
    if (!node.checkVisibility() || node.closest("svg") || ![...node.childNodes].some(c => c.nodeType === 3 && c.data.trim())) continue;
    let ground = node; while (ground && rgba(getComputedStyle(ground).backgroundColor)[3] < 255) ground = ground.parentElement;
    const [one, other] = [getComputedStyle(node).color, ground ? getComputedStyle(ground).backgroundColor : "white"].map(c => light(rgba(c)) + 0.05);
    const ratio = Math.max(one, other) / Math.min(one, other);
    if (ratio < worst[0]) worst = [ratio, node.tagName + " " + node.textContent.slice(0, 60)];
  }
  return worst;
})()"""
# Returns elements that extend beyond the right edge of the window, except inside scrollable elements.
OVERFLOW = """[...document.querySelectorAll("body :not(svg *, .wide, .wide *, .scroll, .scroll *)")].filter(node => {
  if (!node.checkVisibility()) return false;
  return node.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
}).map(node => node.tagName + " " + node.className).slice(0, 5)"""
# Returns table cells with a word or number that continues on the next line, and results that a reader
# must scroll to see, which are in the fifth column.
CUT_CELLS = """[...document.querySelectorAll("td,th")].filter(cell => {
  if (!cell.checkVisibility()) return false;
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let text; (text = walker.nextNode());) for (const word of text.data.matchAll(/[\\w.,+−×%]+/g)) {
    range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
    if (word[0].length < 25 && new Set([...range.getClientRects()].map(part => Math.round(part.top))).size > 1) return true;
  }
  return cell.matches(".scroll td:nth-child(5)") && cell.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
}).map(cell => cell.textContent.slice(0, 60)).slice(0, 5)"""
# Returns texts of a chart that extend beyond the frame of the chart.
CLIPPED = """[...document.querySelectorAll("svg:not(.board) text")].filter(text => {
  if (!text.checkVisibility() || text.closest(".future")) return false;
  const [own, frame] = [text, text.ownerSVGElement].map(node => node.getBoundingClientRect());
  return own.left < frame.left - 1 || own.right > frame.right + 1 || own.top < frame.top - 1 || own.bottom > frame.bottom + 1;
}).map(text => text.textContent).slice(0, 5)"""

# Returns contents that a reader cannot reach: elements cut by their own box, scroll boxes without a visible scrollbar, and
# table cells beyond the edge of the window. The one-line summaries of the list of nodes end with an ellipsis by design.
HIDDEN = """(() => {
  const found = [], seen = [...document.querySelectorAll("body :not(svg, svg *)")].filter(node => node.checkVisibility());
  const named = node => node.tagName + " " + node.className + " " + node.textContent.trim().slice(0, 30);
  for (const node of seen) {
    const style = getComputedStyle(node);
    if (style.display === "inline" || style.textOverflow === "ellipsis" || node.matches("input,select,html,body")) continue;
    for (const [whole, part, flow, bar] of [[node.scrollWidth, node.clientWidth, style.overflowX, node.offsetHeight - node.clientHeight],
                                            [node.scrollHeight, node.clientHeight, style.overflowY, node.offsetWidth - node.clientWidth]]) {
      if (whole <= part + 1 || flow === "visible") continue;
      if (!["auto", "scroll"].includes(flow)) found.push("cut: " + named(node));
      else if (bar < 6) found.push("no scrollbar: " + named(node));
    }
  }
  for (const cell of seen.filter(node => node.matches("td,th"))) {
    let box = cell.parentElement;
    while (box && !["auto", "scroll"].includes(getComputedStyle(box).overflowX)) box = box.parentElement;
    const right = (box || cell).getBoundingClientRect().right;
    if (right > document.documentElement.clientWidth + 1) found.push("outside: " + named(cell));
  }
  return found.slice(0, 5);
})()"""
# Returns numbers and move numbers in tables that a line break divides: `294,104`, or `1.` and its move.
BROKEN_NUMBERS = """[...document.querySelectorAll("td,th")].filter(cell => cell.checkVisibility()).flatMap(cell => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), broken = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    for (const match of text.data.matchAll(/\\d+\\.+\\s\\S+|[+−-]?\\d[\\d.,]*\\d/g)) {
      const range = document.createRange();
      range.setStart(text, match.index);
      range.setEnd(text, match.index + match[0].length);
      if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) broken.push(match[0]);
    }
  }
  return broken;
}).slice(0, 5)"""
# Returns tables with incomplete rows, and columns in which the decimal points are not aligned.
UNEVEN = """[...document.querySelectorAll("table")].flatMap(table => {
  const [head, ...rows] = [...table.rows].map(row => [...row.cells].map(cell => cell.textContent.trim()));
  const places = column => new Set(rows.map(row => row[column]).filter(text => /^[\\d,]+(\\.\\d+)?$/.test(text)).map(text => (text.split(".")[1] || "").length));
  return [...rows.filter(row => row.length !== head.length).map(row => row.join("|")), ...head.filter((name, column) => places(column).size > 1)];
}).slice(0, 5)"""
# Returns names of keys that touch their explanation.
OVERLAPPING_KEYS = """[...document.querySelectorAll(".keys dt")].filter(key => {
  const [name, text] = [key, key.nextElementSibling].map(node => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect(); });
  return name.right + 4 > text.left;
}).map(key => key.textContent)"""
# Returns how many lines of code wrap, and the lines whose continuation is not indented deeper than the line itself.
WRAPPED_CODE = """(() => {
  const wrapped = [], wrong = [];
  for (const line of document.querySelectorAll("pre > span")) {
    if (!line.checkVisibility() || !line.textContent.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(line);
    range.setStart(line.firstChild, line.textContent.search(/\\S/));
    const [first, ...rest] = [...range.getClientRects()].filter(part => part.width > 0);
    const below = rest.filter(part => part.top > first.top + 2);
    if (!below.length) continue;
    wrapped.push(line);
    if (below.some(part => part.left <= first.left + 1)) wrong.push(line.textContent.trim());
  }
  return [wrapped.length, wrong.slice(0, 5)];
})()"""
# Returns headings that the page repeats: at the beginning of the next text, or as another heading of the same level.
REPEATED = """(() => {
  const headings = [...document.querySelectorAll("h1,h2,h3")].map(node => [node, node.textContent.trim()]);
  const name = text => text.replace(/^Search \\d+: /, "").split(/[,(:]/)[0].trim();
  const next = ([node, text]) => node.nextElementSibling && node.nextElementSibling.textContent.trim().startsWith(name(text));
  const again = ([node, text], index) => headings.findIndex(([other, its]) => other.tagName === node.tagName && its === text) !== index;
  return headings.filter((heading, index) => next(heading) || heading[0].tagName !== "H3" && again(heading, index)).map(([, text]) => text);
})()"""


class Browser:
    """A browser, controlled with the DevTools protocol through two pipes: JSON messages that end with a zero byte."""

    def __init__(self, folder):
        browser_in, ours = os.pipe()
        answers, browser_out = os.pipe()
        flags = "--headless=new --no-sandbox --disable-gpu --no-first-run --disable-dev-shm-usage --remote-debugging-pipe"
        command = f'exec "$0" {flags} --user-data-dir="$1" about:blank 3<&{browser_in} 4>&{browser_out}'
        self.process = subprocess.Popen(
            ["bash", "-c", command, BROWSER, folder], pass_fds=(browser_in, browser_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(browser_in)
        os.close(browser_out)
        self.out, self.answers, self.buffer = os.fdopen(ours, "wb", 0), answers, b""
        self.number, self.session, self.events = 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def read_message(self):
        while b"\0" not in self.buffer:
            more = os.read(self.answers, 1 << 20)
            if not more:
                raise EOFError("the browser has exited")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            message = self.read_message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def run(self, script):
        done = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in done:
            raise RuntimeError(done["exceptionDetails"])
        return done["result"].get("value")

    def open(self, path, width, scheme, is_phone=False, moves=False):
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=is_phone)
        # A lesson moves by itself, except with reduced motion.
        motion = {"name": "prefers-reduced-motion", "value": "no-preference" if moves else "reduce"}
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}, motion])
        self.call("Page.navigate", url="file://" + path)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read_message())

    def problems(self):
        """Returns console messages and network requests."""
        self.run("0")
        logged = [e for e in self.events if e.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")]
        requested = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return [json.dumps(event["params"])[:300] for event in logged] + [url for url in requested if not url.startswith(("file://", "data:"))]

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def centre(self, script):
        return self.run(f"(() => {{ const n = {script}; n.scrollIntoView({{block:'center'}}); const r = n.getBoundingClientRect();"
                        " return [r.left + Math.min(r.width / 2, 60), r.top + r.height / 2]; })()")

    def click(self, script):
        x, y = self.centre(script)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def press(self, key):
        code = {"ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40, "Home": 36, "End": 35, "Escape": 27, " ": 32}.get(key, 0)
        text = {} if len(key) > 1 else {"text": key}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def wait_until(self, script):
        """Waits until the browser evaluates the script as true; the page itself calls back on each frame."""
        done = self.call("Runtime.evaluate", awaitPromise=True, returnByValue=True, expression=f"""new Promise(resolve => {{
            const end = performance.now() + 20000;
            const look = () => {script} ? resolve(true) : performance.now() > end ? resolve(false) : requestAnimationFrame(look);
            look(); }})""")
        return done["result"].get("value")

    def keep(self, name):
        if SHOTS:
            picture = self.call("Page.captureScreenshot", format="png")["data"]
            with open(os.path.join(SHOTS, name.replace("/", "-") + ".png"), "wb") as file:
                file.write(base64.b64decode(picture))

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (EOFError, BrokenPipeError):
            pass
        self.process.wait(timeout=20)
        self.out.close()
        os.close(self.answers)


@unittest.skipUnless(BROWSER, "Chromium is not installed")
class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        ladder = ["bench", "--ladder", "--epd", os.path.join(ROOT, "positions", "classic.epd"), "--depth", "3",
                  "--selective-depth", "4", "--max-nodes", "100000", "--hash", "4", "--quiet", "--html"]
        explain = ["explain", "--format", "html", "--evaluator", "material"]
        cls.pages = {
            "ladder": ladder,
            "explain": explain + ["--fen", "kiwipete", "--depth", "3", "--layers", "quiescence", "--against", "alpha-beta"],
            "alone": explain + ["--fen", "blocking", "--depth", "2", "--layers", "alpha-beta"],
            "both": explain + ["--fen", "blocking", "--depth", "2", "--layers", "alpha-beta", "--against", "minimax"],
            "large": explain + ["--fen", "kiwipete", "--depth", "7"],
            "lesson": ["explain", "--format", "html", "--lesson", "horizon"],
        }
        for name, words in cls.pages.items():
            path = cls.path(name)
            if words[0] == "bench":
                subprocess.run([ENGINE, *words, path], check=True, stdout=subprocess.DEVNULL)
            else:
                with open(path, "wb") as file:
                    subprocess.run([ENGINE, *words], check=True, stdout=file)
        course = os.path.join(SHOTS or cls.folder.name, "course")
        subprocess.run([ENGINE, "explain", "--course", course, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        cls.course = sorted("course/" + name.removesuffix(".html") for name in os.listdir(course) if name.endswith(".html"))
        cls.browser = Browser(os.path.join(cls.folder.name, "profile"))

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(SHOTS or cls.folder.name, name + ".html")

    def test_every_page_fits_the_window_is_readable_and_sends_no_request(self):
        for page, width, scheme in ((page, *appearance) for page in [*self.pages, *self.course] for appearance in APPEARANCES):
            with self.subTest(page=page, width=width, scheme=scheme):
                self.browser.open(self.path(page), width, scheme)
                self.browser.keep(f"{page}-{width}-{scheme}")
                self.browser.run("document.querySelector('[data-do=end]')?.click()")
                self.assertEqual(self.browser.run(OVERFLOW), [])
                # The lists of thousands of nodes take most of the time, so they are opened at two of the widths.
                parts = "details:not(.n)" if width in (1400, 390) else "details:not(.n, .lines)"
                self.browser.run(f"document.querySelectorAll('{parts}').forEach(part => {{ part.open = true; }})")
                self.assertEqual(self.browser.run(OVERFLOW), [])
                self.assertEqual(self.browser.run(CLIPPED), [])
                self.assertEqual(self.browser.run(CUT_CELLS), [])
                contrast, where = self.browser.run(CONTRAST)
                self.assertGreaterEqual(contrast, 4.5, where)
                self.assertEqual(self.browser.problems(), [])

    def test_all_content_can_be_reached_in_a_narrow_window(self):
        for page, width in ((page, width) for page in [*self.pages, *self.course] for width in (400, 1280)):
            with self.subTest(page=page, width=width):
                # A phone shows no scrollbars, except those that the style of the page sets.
                self.browser.open(self.path(page), width, "light", is_phone=width == 400)
                self.browser.run("document.querySelectorAll('details:not(.n)').forEach(part => { part.open = true; })")
                self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width, "the page does not scroll sideways")
                self.assertEqual(self.browser.run(HIDDEN), [])
                self.assertEqual(self.browser.run(BROKEN_NUMBERS), [])

    def test_the_searches_of_a_lesson_fit_a_narrow_window(self):
        for page in ("lesson", *(page for page in self.course if "index" not in page)):
            with self.subTest(page=page):
                self.browser.open(self.path(page), 400, "light")
                self.browser.run("document.querySelectorAll('.sheet').forEach(part => { part.open = true; })")
                table = "document.querySelector('.searches')"
                self.assertGreater(self.browser.run(table + ".querySelectorAll('td').length"), 8)
                beyond = "[...%s.querySelectorAll('td')].filter(cell => cell.getBoundingClientRect().right > innerWidth).map(cell => cell.textContent)"
                self.assertEqual(self.browser.run(beyond % table), [], "each cell is visible without scrolling")

    def test_wrapped_lines_of_code_are_indented(self):
        for page in ("explain", "lesson", *(page for page in self.course if "index" not in page)):
            with self.subTest(page=page):
                self.browser.open(self.path(page), 400, "light")
                wrapped, wrong = self.browser.run(WRAPPED_CODE)
                self.assertGreater(wrapped, 0)
                self.assertEqual(wrong, [])

    def test_rows_of_tables_are_complete_and_decimal_points_are_aligned(self):
        for page in ("ladder",):
            with self.subTest(page=page):
                self.browser.open(self.path(page), 1280, "light")
                self.assertEqual(self.browser.run(UNEVEN), [])

    def test_no_heading_is_repeated(self):
        for page in [*self.pages, *self.course]:
            with self.subTest(page=page):
                self.browser.open(self.path(page), 1280, "light")
                self.assertEqual(self.browser.run(REPEATED), [])

    def test_the_legend_counts_the_nodes_of_the_headline(self):
        for page in (page for page in [*self.pages, *self.course] if page not in ("ladder", "course/index")):
            self.browser.open(self.path(page), 1280, "light")
            self.browser.press("End")
            trees = self.browser.run("""[...document.querySelectorAll(".tree")].map(tree => [
                tree.querySelector(".visited").textContent, tree.querySelector(".visited").title,
                [...tree.querySelectorAll("[data-all]")].map(part => [part.dataset.f, part.textContent, Number(part.dataset.all), Number(part.dataset.shown ?? 0)])])""")
            self.assertGreater(len(trees), 0)
            numbers = lambda text: [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]
            for said, tip, legend in trees:
                with self.subTest(page=page, said=said):
                    # "54,369 nodes. 10,033 beta cutoffs. Answer: ...", and "Shown: 2,494 nodes and 1,257 beta cutoffs."
                    counted = re.match(r"([\d,]+) nodes?\. ([\d,]+) beta cutoffs?\. Answer: ", said)
                    self.assertIsNotNone(counted)
                    (total,), (cutoffs,) = map(numbers, counted.groups())
                    self.assertEqual(sum(all for _, _, all, _ in legend), total, "the legend counts all nodes")
                    self.assertEqual(sum(shown for _, _, _, shown in legend), numbers(tip)[0], "the tooltip counts those shown")
                    self.assertEqual({name: all for name, _, all, _ in legend}.get("beta_cut", 0), cutoffs)
                    self.assertTrue(all(numbers(text)[-1] == count for _, text, count, _ in legend), legend)

    def test_an_aspiration_window_at_the_root_is_called_a_guess(self):
        self.browser.open(self.path("course/6-null-move"), 1280, "light")
        windows = self.browser.run("""(() => {
            const data = JSON.parse(document.getElementById("data").textContent), at = name => data.fields.indexOf(name);
            return data.trees[0].nodes.filter(node => node[at("parent")] < 0).map(node => [node[at("alpha")], node[at("beta")], data.infinite]);
        })()""")
        guesses = 0
        self.browser.press("End")
        self.browser.run("document.querySelector('.lines').open = true")
        for line, (alpha, beta, infinite) in enumerate(windows):
            self.browser.click(f"document.querySelectorAll('.list > .n')[{line}].querySelector('summary')")
            text = self.browser.run("document.querySelector('.detail .windows').textContent")
            if (alpha, beta) == (-infinite, infinite):
                self.assertIn("White already has at least this score", text)
            else:
                guesses += 1
                named = " to ".join(f"{'−' if score < 0 else '+'}{abs(score) / 100:.2f}" if abs(score) < infinite else "+∞" if score > 0 else "−∞"
                                    for score in (alpha, beta))
                self.assertIn(f"The window of the root ({named}) is a guess", text)
                self.assertNotIn("already has", text)
        self.assertLess(1, guesses)
        self.assertLess(guesses, len(windows))
        self.assertEqual(self.browser.problems(), [])

    def test_two_trees_side_by_side_are_aligned(self):
        self.browser.open(self.path("explain"), 1280, "light")
        for part in ("h2", ".visited", ".chart", ".legend", ".board"):
            tops = self.browser.run(f"[...document.querySelectorAll('.tree')].map(tree => tree.querySelector('{part}').getBoundingClientRect().top)")
            self.assertEqual(len({round(top) for top in tops}), 1, (part, tops))

    def test_the_pictures_of_the_front_page_have_no_clipped_text(self):
        for name, scheme in ((name, scheme) for name in ("ladder", "player") for scheme in ("light", "dark")):
            with self.subTest(name=name, scheme=scheme):
                self.browser.open(os.path.abspath(os.path.join(ROOT, ".github", name + ".svg")), 900, scheme)
                self.browser.keep(f"picture-{name}-{scheme}")
                self.assertGreater(self.browser.run("document.querySelectorAll('svg text').length"), 20)
                self.assertEqual(self.browser.run(CLIPPED), [])
                self.assertEqual(self.browser.problems(), [])

    STEP = "Number(document.querySelector('[data-do=scrub]').value)"
    LAST = "Number(document.querySelector('[data-do=scrub]').max)"
    SAID = "document.querySelector('.say').textContent"

    def step(self):
        return self.browser.run(self.STEP)

    def same_node(self, tree=0):
        """Checks that chart, list, board and path of a tree show the same node. Returns its label."""
        part = f"document.querySelectorAll('.tree')[{tree}]"
        label = self.browser.run(f"document.querySelectorAll('.list')[{tree}].querySelector('.n.selected > summary b').textContent")
        self.assertEqual(self.browser.run(f"document.querySelectorAll('.path')[{tree}].querySelector('.selected button').textContent"), label)
        self.assertIn(f"after {label}: ", self.browser.run(part + ".querySelector('.board').getAttribute('aria-label')"))
        chart = self.browser.run(part + ".querySelector('.icicle .selected title, .icicle .selected text')?.textContent ?? ''")
        self.assertTrue(chart == "" or chart.rstrip("…") in label, (chart, label))
        return label

    def test_every_button_of_the_player_works(self):
        self.browser.open(self.path("explain"), 1280, "light")
        last, click = self.browser.run(self.LAST), lambda name: self.browser.click(f"document.querySelector('[data-do={name}]')")
        self.assertEqual(self.step(), 0, "the page opens at its first step")
        click("end")
        click("home")
        self.assertEqual(self.step(), 0)
        click("forward")
        click("forward")
        click("back")
        self.assertEqual(self.step(), 1)
        click("cut")
        self.assertIn("utoff", self.browser.run(self.SAID))
        self.browser.keep("explain-cut")
        self.same_node()
        before = self.step()
        click("out")
        self.assertGreater(self.step(), before)
        click("best")
        self.assertIn("best move so far", self.browser.run(self.SAID))
        click("end")
        self.assertEqual(self.step(), last)
        click("home")
        self.browser.run("document.querySelector('[data-do=speed]').value = '200'; document.querySelector('[data-do=speed]').dispatchEvent(new Event('change'))")
        click("play")
        self.assertIn("Pause", self.browser.run("document.querySelector('[data-do=play]').textContent"))
        self.assertTrue(self.browser.wait_until(f"{self.STEP} > 20"), "playing")
        click("play")
        self.assertIn("Play", self.browser.run("document.querySelector('[data-do=play]').textContent"))
        click("help")
        self.assertTrue(self.browser.run("document.querySelector('.keys').checkVisibility()"))
        self.browser.keep("explain-keys")
        self.assertEqual(self.browser.run(OVERLAPPING_KEYS), [])
        click("help")
        click("copy")
        self.assertTrue(self.browser.wait_until(f"/picture/.test({self.SAID})"))
        self.assertGreater(self.browser.run("Number(document.body.dataset.picture)"), 5_000)
        self.assertEqual(self.browser.problems(), [])

    def test_every_key_of_the_player_works(self):
        self.browser.open(self.path("alone"), 1280, "light")
        last = self.browser.run(self.LAST)
        self.browser.press("Home")
        self.assertEqual(self.step(), 0)
        self.browser.press("ArrowRight")
        self.browser.press("ArrowRight")
        self.browser.press("ArrowLeft")
        self.assertEqual(self.step(), 1)
        self.browser.press("c")
        self.assertIn("utoff", self.browser.run(self.SAID))
        cut = self.step()
        self.browser.press("o")
        self.assertGreater(self.step(), cut)
        self.browser.press("Home")
        self.browser.press("b")
        self.assertIn("best move so far", self.browser.run(self.SAID))
        self.browser.press("End")
        self.assertEqual(self.step(), last)
        root = self.same_node()
        self.browser.press("ArrowDown")
        child = self.same_node()
        self.assertNotEqual(child, root)
        self.browser.press("z")
        self.assertFalse(self.browser.run("document.querySelector('.out').disabled"), "zoomed in")
        self.browser.press("x")
        self.assertTrue(self.browser.run("document.querySelector('.out').disabled"), "zoomed out")
        self.browser.press("p")
        self.assertEqual(self.same_node(), root)
        self.browser.press("ArrowDown")
        self.browser.press("ArrowUp")
        self.assertEqual(self.same_node(), root)
        speed = "Number(document.querySelector('[data-do=speed]').value)"
        before = self.browser.run(speed)
        self.browser.press("+")
        self.assertGreater(self.browser.run(speed), before)
        self.browser.press("-")
        self.assertEqual(self.browser.run(speed), before)
        self.browser.press(" ")
        self.assertTrue(self.browser.wait_until(f"{self.STEP} > 1 && {self.STEP} < {last}"), "space plays from the beginning")
        self.browser.press(" ")
        stopped = self.step()
        self.assertEqual(self.browser.run("location.hash"), f"#step={stopped}")
        self.browser.press("?")
        self.assertTrue(self.browser.run("document.querySelector('.keys').checkVisibility()"))
        self.browser.press("Escape")
        self.assertFalse(self.browser.run("document.querySelector('.keys').checkVisibility()"))
        self.browser.press("y")
        self.assertTrue(self.browser.wait_until(f"/picture/.test({self.SAID})"))
        self.browser.press("d")
        self.assertTrue(self.browser.run("document.querySelector('[data-do=predict]').checked"))
        self.assertEqual(self.browser.problems(), [])

    def test_predict_mode_asks_before_a_decision_and_counts_the_answers(self):
        self.browser.open(self.path("alone"), 1280, "light")
        self.browser.press("Home")
        self.browser.press("d")
        asked = "document.querySelectorAll('[data-answer]').length"
        for _ in range(20):
            if self.browser.run(asked):
                break
            self.browser.press("ArrowRight")
        self.assertEqual(self.browser.run(asked), 3)
        before = self.step()
        self.browser.press("ArrowRight")
        self.assertEqual(self.step(), before, "the step waits for the answer")
        self.browser.keep("explain-predict")
        self.browser.press("2")
        self.assertEqual(self.step(), before + 1)
        self.assertIn("1 right, 0 wrong", self.browser.run("document.querySelector('.question').textContent"), "the first move is the best so far")
        for _ in range(20):
            if self.browser.run(asked):
                break
            self.browser.press("ArrowRight")
        self.browser.click("document.querySelector('[data-answer=\"0\"]')")
        self.assertIn("1 right, 1 wrong", self.browser.run("document.querySelector('.question').textContent"), "the second reply causes no cutoff")
        self.assertEqual(self.browser.problems(), [])

    def test_the_address_opens_a_step_and_one_clock_drives_both_trees(self):
        self.browser.open(self.path("both") + "#step=40", 1280, "light")
        self.assertEqual(self.step(), 40)
        clocks = "[...document.querySelectorAll('.visited')].map(part => parseInt(part.textContent.replaceAll(',', '')))"
        one, other = self.browser.run(clocks)
        self.assertLessEqual(abs(one - other), 1)
        self.browser.run("document.querySelector('[data-do=scrub]').value = 60; document.querySelector('[data-do=scrub]').dispatchEvent(new Event('input', {bubbles: true}))")
        self.assertEqual(self.step(), 60)
        self.browser.keep("both-60")
        self.browser.run("document.querySelector('[data-do=scrub]').value = 560; document.querySelector('[data-do=scrub]').dispatchEvent(new Event('input', {bubbles: true}))")
        states = self.browser.run("[...document.querySelectorAll('.visited')].map(part => part.textContent)")
        self.assertIn("Answer: 1. dxe5", states[0], "alpha-beta has answered")
        self.assertRegex(states[1], r"^[\d,]+ nodes so far\. ")
        self.assertIn("Still searching", states[1], "while minimax still searches")
        self.browser.press("End")
        totals = self.browser.run("[...document.querySelectorAll('.visited')].map(part => part.textContent)")
        for text in totals:
            self.assertRegex(text, r"^[\d,]+ nodes\. [\d,]+ beta cutoffs?\. Answer: ")
        self.assertEqual(self.browser.problems(), [])

    def test_a_click_in_the_chart_or_the_list_selects_a_node_everywhere(self):
        for name in ("explain", "alone", "lesson"):
            self.browser.open(self.path(name), 1280, "light")
            self.browser.press("End")
            self.browser.run("document.querySelectorAll('.lines').forEach(part => { part.open = true; })")
            before = self.browser.run("document.querySelector('.board').outerHTML")
            self.browser.click("document.querySelectorAll('.list .n .n')[0].querySelector('summary')")
            self.same_node()
            self.assertNotEqual(self.browser.run("document.querySelector('.board').outerHTML"), before)
            self.assertEqual(self.browser.run("document.querySelectorAll('.board')[0].querySelectorAll('.mark').length"), 16, "coordinates")
            self.assertEqual(self.browser.run("document.querySelectorAll('.board')[0].querySelectorAll('.last').length"), 2, "the last move")
            self.assertGreaterEqual(self.browser.run("document.querySelector('.board').getBoundingClientRect().width"), 180)
            box = "[...document.querySelectorAll('.icicle .node')].filter(n => n.querySelector('text') && Number(n.dataset.id) > 0)[0].querySelector('rect')"
            x, y = self.browser.centre(box)
            self.browser.mouse("mouseMoved", x, y)
            self.assertNotEqual(self.browser.run("document.querySelector('.tip').textContent"), "")
            self.browser.click(box)
            self.same_node()
            self.browser.keep(name + "-zoomed")
            if not self.browser.run("document.querySelector('.out').disabled"):
                self.browser.click("document.querySelector('.out')")
            self.browser.click("document.querySelector('.path button')")
            self.assertIn("depth", self.same_node())
            line = self.browser.run("document.querySelectorAll('.code .now').length")
            self.assertEqual(line, self.browser.run("document.querySelectorAll('.tree').length"), "one line of each pseudocode is highlighted")
            self.assertEqual(self.browser.problems(), [])

    def test_a_button_filters_by_reason_and_a_second_click_shows_all_nodes(self):
        self.browser.open(self.path("explain"), 1280, "dark")
        self.browser.press("End")
        self.browser.run("document.querySelector('.lines').open = true")
        button = "document.querySelector('[data-f=beta_cut]')"
        count = "document.querySelector('.list').querySelectorAll('.n%s').length"
        self.browser.click(button)
        self.browser.keep("explain-filtered")
        expected = int(self.browser.run(button + ".dataset.shown"))
        self.assertEqual(self.browser.run(count % ":not(.dim)"), expected)
        self.assertEqual(self.browser.run(count % "[data-r=beta_cut]"), expected)
        hidden = "[...document.querySelector('.list').querySelectorAll('.n:not(.dim) > summary')].filter(s => !s.checkVisibility()).length"
        self.assertEqual(self.browser.run(hidden), 0, "all matching nodes are unfolded")
        self.browser.click(button)
        self.assertEqual(self.browser.run(count % ".dim"), 0)
        self.assertEqual(self.browser.problems(), [])

    def test_the_slider_unfolds_one_list_to_the_selected_depth(self):
        self.browser.open(self.path("explain"), 1280, "light")
        self.browser.run("document.querySelector('.lines').open = true")
        slider = "document.querySelector('.depth input')"
        open_now = "document.querySelectorAll('.list')[%d].querySelectorAll('.n[open]').length"
        other = self.browser.run(open_now % 1)
        self.browser.run(slider + ".focus()")
        for key, least in (("ArrowRight", 0), ("End", 1), ("Home", 2)):
            self.browser.press(key)
            depth = int(self.browser.run(slider + ".value"))
            self.assertEqual(depth, [2, int(self.browser.run(slider + ".max")), 0][least], key)
            self.assertEqual(self.browser.run("document.querySelector('.depth output').textContent"), str(depth))
            wanted = f"[...document.querySelector('.list').querySelectorAll('.n')].every(n => n.open === (n.dataset.p < {depth}))"
            self.assertTrue(self.browser.run(wanted), key)
        self.assertEqual(self.browser.run(open_now % 1), other, "the second list does not change")
        self.assertEqual(self.browser.problems(), [])

    def lesson(self, page, width=1400, **more):
        self.browser.open(self.path(page), width, "light", **more)
        return json.loads(self.browser.run("document.getElementById('data').textContent"))["lesson"]

    def test_the_first_screen_of_a_lesson_moves_and_can_be_paused(self):
        for page, (width, height) in ((page, size) for page in self.course[:8] for size in ((1400, 900), (390, 844))):
            with self.subTest(page=page, width=width):
                self.lesson(page, width, moves=True, is_phone=width == 390)
                low = self.browser.run("""Math.max(document.querySelector(".front .board").getBoundingClientRect().bottom,
                    document.querySelector(".front .chart").getBoundingClientRect().top + 80)""")
                self.assertLess(low, height)
                seen = self.browser.run(self.SAID)
                self.assertTrue(self.browser.wait_until(f"{self.SAID} !== {json.dumps(seen)}"), "the sentence changes by itself")
                self.assertGreater(self.browser.run("document.querySelectorAll('.front .icicle .node:not(.future)').length"), 0)
                self.browser.press(" ")
                self.assertIn("Play", self.browser.run("document.querySelector('[data-do=play]').textContent"))
                self.assertEqual(self.browser.problems(), [])
                self.lesson(page, width)
                self.assertEqual((self.step(), self.browser.run("document.querySelector('[data-do=play]').textContent")), (0, "▶ Play"), "reduced motion")

    def test_every_button_of_a_paragraph_shows_what_the_paragraph_says(self):
        for page in self.course[:8]:
            lesson = self.lesson(page)
            for index, paragraph in enumerate(lesson["idea"]):
                with self.subTest(page=page, paragraph=index):
                    self.browser.press("Home")
                    self.browser.click(f"document.querySelector('[data-idea=\"{index}\"]')")
                    self.assertIn(paragraph["moment"]["says"], self.browser.run(self.SAID))
            for width in (1400, 390):
                self.lesson(page, width)
                self.browser.run("scrollTo(0, document.querySelector('.exercises').getBoundingClientRect().top)")
                self.assertTrue(self.browser.run("document.querySelector('[data-do=play]').getBoundingClientRect().top >= 0"), "the controls stay in view")

    def test_a_tour_shows_its_moments_in_order(self):
        for page in self.course[:8]:
            with self.subTest(page=page):
                lesson = self.lesson(page)
                self.browser.run("window.seen = []; window.setTimeout = call => { window.next = call; return 1; }")
                self.browser.press("i")
                steps = []
                for moment in lesson["tour"]:
                    self.assertIn(moment["says"], self.browser.run(self.SAID))
                    steps.append(self.step())
                    self.browser.run("window.next()")
                self.assertEqual(steps, sorted(set(steps)), "the tree grows")

    def test_the_exercises_of_a_lesson_can_be_solved_and_wrong_answers_are_refused(self):
        for page, index in ((page, index) for page in self.course[:8] for index in (0, 1)):
            with self.subTest(page=page, exercise=index):
                (kind, wanted), = self.lesson(page)["exercises"][index]["check"].items()
                form = f"document.querySelector('[data-exercise=\"{index}\"]')"
                verdict = form + ".querySelector('.verdict').textContent"
                click = lambda part: self.browser.run(f"{form}.querySelector('{part}').click()")
                if kind == "order":
                    for correct, order in ((False, (1, 2, 0)), (True, (0, 1, 2))):
                        for move in order:
                            click(f"[data-move=\"{move}\"]")
                        self.assertIn("Right. 9 nodes" if correct else "Not yet. ", self.browser.run(verdict))
                elif kind == "predict":
                    click("[data-check]")
                    for _ in range(3):
                        asked = self.browser.run("document.querySelectorAll('[data-answer]').length")
                        self.assertEqual(asked, 2 if "1-minimax" in page else 3)
                        self.browser.press("1")
                    self.assertRegex(self.browser.run(verdict), r"\d of 3\.")
                elif kind == "type":
                    for text, said in (("maybe", "Not yet."), (wanted[0], "Right.")):
                        self.browser.run(f"{form}.querySelector('input').value = {json.dumps(text)}")
                        click("[data-check]")
                        self.assertIn(said, self.browser.run(verdict))
                else:
                    click("[data-check]")
                    self.assertIn("Not yet.", self.browser.run(verdict))
                    said = json.dumps(wanted["says"])
                    # Each step writes the address, which the browser slows down and complains about.
                    self.browser.run(f"""(() => {{ const scrub = document.querySelector("[data-do=scrub]");
                        history.replaceState = () => {{}};
                        for (let step = 0; step <= Number(scrub.max); step++) {{
                            scrub.value = step; scrub.dispatchEvent(new Event("input", {{bubbles: true}}));
                            if (document.querySelector(".say").textContent.includes({said})) return;
                        }} }})()""")
                    click("[data-check]")
                    self.assertIn("Right.", self.browser.run(verdict))
                self.assertEqual(self.browser.problems(), [])

    def test_in_a_narrow_window_the_steps_and_the_sentence_belong_to_the_visible_search(self):
        self.lesson("course/2-alpha-beta", 390)
        for tab in (0, 1, 0):
            for action in (f"[data-tab='{tab}']", "[data-do=forward]", "[data-do=forward]", "[data-do=cut]", "[data-do=back]"):
                self.browser.run(f"document.querySelector(\"{action}\").click()")
                self.assertRegex(self.browser.run(self.SAID), f"^Search {tab + 1}: |^No further event")

    def test_a_later_step_at_the_same_node_answers_an_exercise(self):
        for page, index, label in (("course/1-minimax", 0, "1. Be3"), ("course/2-alpha-beta", 1, "1. Qe2")):
            self.lesson(page)
            self.browser.press("End")
            self.browser.run(f"[...document.querySelectorAll('.list')].at(-1).querySelectorAll('.n').forEach(line => {{ if (line.querySelector('b').textContent === '{label}') line.firstChild.click(); }})")
            form = f"document.querySelector('[data-exercise=\"{index}\"]')"
            self.browser.run(form + ".querySelector('[data-check]').click()")
            self.assertIn("Right.", self.browser.run(form + ".querySelector('.verdict').textContent"))

    def test_no_chart_is_empty_after_any_button_of_a_paragraph(self):
        for page in self.course[:8]:
            self.lesson(page)
            for index in (0, 1, 2, 1, 0):
                with self.subTest(page=page, paragraph=index):
                    self.browser.click(f"document.querySelector('[data-idea=\"{index}\"]')")
                    empty = "[...document.querySelectorAll('.tree')].filter(tree => !tree.querySelector('.icicle .node:not(.future)')).length"
                    self.assertEqual(self.browser.run(empty), 0)

    def test_a_reduced_search_its_re_search_and_a_null_move_look_different(self):
        self.lesson("course/7-late-move-reductions")
        self.browser.press("Home")
        self.browser.click("document.querySelector('[data-idea=\"1\"]')")
        boxes = self.browser.run("[...document.querySelectorAll('.front .node')].filter(node => /2. Qxg2/.test(node.textContent)).map(node => [node.querySelector('rect').getBoundingClientRect().height, node.querySelectorAll('.again').length])")
        (reduced, first), (full, second) = boxes
        self.assertLess(reduced, full)
        self.assertEqual((first, second), (0, 1))
        self.lesson("course/6-null-move")
        self.browser.click("document.querySelector('[data-idea=\"0\"]')")
        self.assertIn("null move. Black passes", self.browser.run(self.SAID))
        self.assertGreater(self.browser.run("document.querySelectorAll('.front .null').length"), 0)

    def test_a_click_or_enter_on_a_line_of_pseudocode_goes_to_the_next_step_that_executes_it(self):
        self.browser.open(self.path("alone"), 1280, "light")
        self.browser.press("Home")
        cutoff = "[...document.querySelectorAll('.code span')].find(line => line.textContent.includes('beta cutoff'))"
        self.browser.click(cutoff)
        self.assertIn("Cutoff at 1. Ne2", self.browser.run(self.SAID))
        self.assertTrue(self.browser.run(cutoff + ".classList.contains('now')"))
        self.browser.run(cutoff + ".focus()")
        self.browser.press("Enter")
        self.assertTrue(self.browser.run(cutoff + ".classList.contains('now')"))
        step = self.browser.run(self.STEP)
        self.browser.run("document.querySelector('.code').click()")
        self.assertEqual(self.browser.run(self.STEP), step, "a click beside the lines goes nowhere")
        self.assertEqual(self.browser.problems(), [])

    def test_every_line_of_pseudocode_that_can_be_clicked_is_executed_by_a_step(self):
        for page in self.course:
            if "index" in page:
                continue
            with self.subTest(page=page):
                self.browser.open(self.path(page), 1280, "light")
                dead = self.browser.run("""(() => {
                    const dead = [], home = document.querySelector("[data-do=home]"), said = () => document.querySelector(".say").textContent;
                    for (const line of document.querySelectorAll(".code [role=button]")) {
                        home.click();
                        line.click();
                        if (/No further event/.test(said()) || !line.matches(".now, .call")) dead.push(line.textContent);
                    }
                    return dead;
                })()""")
                self.assertEqual(dead, [])
                lines = self.browser.run("[...document.querySelectorAll('.code [role=button]')].map(line => line.textContent).join()")
                self.assertIn("score = −", lines)

    def test_playing_a_page_takes_at_most_two_minutes_at_the_first_speed(self):
        for page in (page for page in [*self.pages, *self.course] if page not in ("ladder", "course/index")):
            with self.subTest(page=page):
                self.browser.open(self.path(page), 1280, "light")
                speed, speeds = self.browser.run("[Number(document.querySelector('[data-do=speed]').value), [...document.querySelectorAll('[data-do=speed] option')].map(one => Number(one.value))]")
                last, slower = self.browser.run(self.LAST), [one for one in speeds if 5 <= one < speed]
                self.assertLessEqual(last / speed, 120)
                self.assertTrue(not slower or last / max(slower) > 120, "a short search plays slowly")
        # The speed is what it says: 200 steps per second in ticks of 40 ms.
        self.browser.open(self.path("course/7-late-move-reductions"), 1280, "light")
        self.browser.press("Home")
        self.browser.run("window.seen = []; new MutationObserver(() => window.seen.push(" + self.STEP + ")).observe(document.querySelector('.where'), {childList: true, characterData: true, subtree: true})")
        self.browser.press(" ")
        self.assertTrue(self.browser.wait_until("window.seen.length > 5"))
        self.browser.press(" ")
        seen = self.browser.run("window.seen")
        self.assertEqual({after - before for before, after in zip(seen[1:4], seen[2:5])}, {8})

    def test_the_course_can_be_read_by_its_links(self):
        self.browser.open(self.path("course/index"), 1280, "light")
        read = []
        for _ in range(8):
            self.browser.events.clear()
            self.browser.click("[...document.querySelectorAll('nav a, .contents a')].filter(link => !/^(Contents)$/.test(link.textContent)).at("
                               + ("0" if not read else "-1") + ")")
            while not any(event.get("method") == "Page.loadEventFired" for event in self.browser.events):
                self.browser.events.append(self.browser.read_message())
            read.append(self.browser.run("document.querySelector('h1').textContent"))
            self.assertEqual(self.browser.run("document.querySelectorAll('[data-exercise]').length"), 2)
            self.browser.press("Home")
            self.browser.press("ArrowRight")
            self.assertEqual(self.step(), 1)
            self.assertEqual(self.browser.problems(), [])
        self.assertEqual([title.split(".")[0] for title in read], [str(number) for number in range(1, 9)])

    def test_the_ladder_page_is_short_and_starts_with_its_chart(self):
        for width in (1280, 400):
            self.browser.open(self.path("ladder"), width, "light")
            self.assertLess(self.browser.run("document.documentElement.scrollHeight"), {1280: 2_000, 400: 3_200}[width])
            self.assertLess(self.browser.run("document.querySelector('#charts svg').getBoundingClientRect().top"), 250)

    def test_the_bars_and_the_table_of_the_ladder_page_show_the_numbers_of_its_data(self):
        self.browser.open(self.path("ladder"), 1280, "light")
        self.browser.run("document.querySelectorAll('details').forEach(part => { part.open = true; })")
        totals = json.loads(self.browser.run("document.getElementById('data').textContent"))["ladder"]["totals"]
        bars = self.browser.run("[...document.querySelectorAll('rect.bar title')].map(title => title.textContent.split(' nodes per position')[0])")
        run = [total for total in totals if total["positions"]]
        self.assertEqual(bars, [f"{total['rung']}: {int(total['last_nodes'] / total['positions'] + 0.5):,}" for total in run])
        rows = self.browser.run("[...document.querySelectorAll('#totals tr')].slice(1).map(row => [...row.cells].map(cell => cell.textContent))")
        self.assertEqual([[row[0], row[3]] for row in rows], [[total["rung"], f"{total['nodes']:,}"] for total in totals])

    def test_every_page_can_be_printed_as_pdf(self):
        for name in self.pages:
            self.browser.open(self.path(name), 1280, "light")
            pdf = base64.b64decode(self.browser.call("Page.printToPDF", printBackground=False)["data"])
            self.assertTrue(pdf.startswith(b"%PDF"), name)
            if SHOTS:
                with open(os.path.join(SHOTS, name + ".pdf"), "wb") as file:
                    file.write(pdf)


if __name__ == "__main__":
    unittest.main(verbosity=2)
