"""The examples: under 150 lines each, on the public API alone, and run."""

import ast
import importlib.util
import json
import random
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import jsonschema
import pytest

import rulewright
from embedding.conftest import NAMES, game_of
from rulewright.library import schema

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["bot", "table"])
def test_an_example_is_short_and_uses_nothing_but_the_public_names(name):
    files = list(EXAMPLES.glob(f"{name}.*"))
    assert sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files) < 150
    tree = ast.parse((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))
    imported = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    imported |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {m for m in imported if m.startswith("rulewright")} == {"rulewright"}
    assert {m.split(".")[0] for m in imported} <= {*sys.stdlib_module_names, "rulewright"}
    used = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    assert not any(a.startswith("_") for a in used) and not used & {"checked", "program", "pause", "visibility"}


def test_the_bot_beats_random_players():
    bot = example("bot")
    won = 0
    for n in range(40):
        seats = [bot.at_random, bot.at_random]
        seats[n % 2] = bot.look_ahead
        match = bot.play(game_of("tic_tac_toe"), seats, seed=n)
        won += match.winners == (match.players[n % 2],)
    assert won >= 25


def test_the_bot_scores_more_than_a_random_player_in_a_game_with_dice():
    bot = example("bot")
    match = bot.play(game_of("garden_dice"), [bot.look_ahead, bot.at_random], seed=3, most=400)
    assert match.scores[match.players[0]] > match.scores[match.players[1]]


def test_the_bot_runs_as_a_command():
    done = subprocess.run(
        [sys.executable, EXAMPLES / "bot.py", "tic_tac_toe", "--games", "2"], capture_output=True, text=True, check=True
    )
    assert re.search(r"of 2 won", done.stdout)


@contextmanager
def table(match, language=""):
    server = example("table").server(match, language)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def get(address):
    with urlopen(address) as answer:
        return json.loads(answer.read())


def post(address, body):
    with urlopen(Request(address, data=json.dumps(body).encode(), method="POST")) as answer:
        return json.loads(answer.read())


@pytest.mark.parametrize("name", NAMES)
def test_the_table_serves_and_plays_any_game(name):
    game, chooser = game_of(name), random.Random(1)
    match = game.start(game.player_counts.start, seed=1)
    with table(match, game.languages[-1]) as address:
        with urlopen(address) as page:
            assert "<script>" in page.read().decode()
        jsonschema.validate(get(f"{address}/game"), schema("description"))
        for _ in range(20):
            view = get(f"{address}/view")["view"]
            if view["over"]:
                break
            seat = view["actors"][0]
            view = get(f"{address}/view?seat={seat}")["view"]
            jsonschema.validate(view, schema("view"))
            before = match.decisions
            answer = post(f"{address}/answer", {"seat": seat, "action": chooser.choice(view["legal_actions"])})
            assert "events" in answer and match.decisions == before + 1


def test_the_table_tells_why_not_and_takes_back():
    match = game_of("tic_tac_toe").start(2)
    with table(match) as address:
        post(f"{address}/answer", {"seat": "noughts", "action": "place"})
        post(f"{address}/answer", {"seat": "noughts", "action": "square(1, 1)"})
        post(f"{address}/answer", {"seat": "crosses", "action": "place"})
        refused = post(f"{address}/answer", {"seat": "crosses", "action": "square(1, 1)"})
        assert "may be picked only where" in refused["error"] and refused["reason"]["nearest"]
        assert post(f"{address}/undo", {"seat": "crosses"}) == {"actors": ["crosses"]} and match.decisions == 2
        with pytest.raises(HTTPError, match="400"):
            get(f"{address}/view?seat=nobody")
        with urlopen(Request(f"{address}/answer", data=b'{"action": {"x": 1}}', method="POST")) as answer:
            assert "an action is an object" in json.loads(answer.read())["error"]


_DOM = """
const made = [], ids = {};
class Element { constructor(tag) { this.tag = tag; this.children = []; made.push(this) }
  appendChild(e) { this.children.push(e); return e } replaceChildren() { this.children = [] } }
globalThis.document = {createElement: t => new Element(t), getElementById: id => ids[id] ??= new Element(id)};
const real = fetch; globalThis.fetch = (path, more) => real(ADDRESS + path, more);
"""
_PLAY = """
;(async () => { await new Promise(r => setTimeout(r, 400));
  const buttons = () => ids.answers.children.filter(e => e.tag === "button" && e.textContent !== "undo");
  for (let n = 0; n < 6 && buttons().length; n++) { buttons()[0].onclick(); await new Promise(r => setTimeout(r, 250)) }
  console.log(JSON.stringify({answers: buttons().map(e => e.textContent), says: ids.says.textContent,
    cells: ids.table.children.length, log: ids.log.children.length})) })();
"""


@pytest.mark.parametrize("name", ["tic_tac_toe", "murano", "cinque_terre"])
def test_the_page_plays_by_its_buttons(name):
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no JavaScript engine here")
    match = game_of(name).start(2, seed=2)
    script = re.search(r"<script>(.*)</script>", (EXAMPLES / "table.html").read_text(encoding="utf-8"), re.DOTALL)[1]
    with table(match) as address:
        code = _DOM.replace("ADDRESS", json.dumps(address)) + script + _PLAY
        done = subprocess.run([node, "-e", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert match.decisions == 6 and not found["says"] and found["cells"] > 3 and found["log"] > 3
    assert found["answers"] == [a.label() for a in match.legal_actions]


def test_the_examples_are_typed_like_the_engine():
    """`.ci/run` has mypy look at them, strictly."""
    import tomllib  # noqa: PLC0415

    with (ROOT / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)["tool"]["mypy"]
    assert "examples" in settings["files"] and settings["strict"] is True
    assert (Path(rulewright.__file__).parent / "py.typed").is_file()


def test_the_script_of_the_api_page_is_short_and_works_with_every_game():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    script = next(m for m in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "while not match.is_over" in m)
    assert len(script.splitlines()) < 40
    assert all(word in script for word in ("match.view(", "why_not(", "match.undo("))
    for name in NAMES:
        if name in ("tic_tac_toe", "connect_four", "reversi"):  # two players; the long ones are run elsewhere
            other = script.replace("garden_dice", name).replace("players=3", "players=2")
            exec(compile(re.sub(r"^assert refused.*$", "", other, flags=re.MULTILINE), name, "exec"), {})
