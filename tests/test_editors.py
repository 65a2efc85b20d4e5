"""What an editor makes of the schemas: a real yaml-language-server completes keys and underlines a misspelt one.

It needs node: with `yaml-language-server` on the path that one is asked, else npm puts one into a folder of the test.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "yaml-language-server@1.15"
GAME = (ROOT / "games" / "classics" / "tic_tac_toe.yaml").read_text(encoding="utf-8")


class Server:
    """A language server, spoken to over its standard input and output."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.folder = folder
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null)
        self.number = 0
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self.tell("initialized", {})

    def tell(self, method: str, params: dict[str, Any], **more: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params, **more})

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self.number += 1
        self.tell(method, params, id=self.number)
        return next(m["result"] for m in self.messages() if m.get("id") == self.number and "result" in m)

    def messages(self) -> Iterator[dict[str, Any]]:
        """What the server says; its own questions are answered with nothing."""
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            assert length, "the server is gone"
            message = json.loads(self.process.stdout.read(length))
            if "method" in message and "id" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": [None]})
            yield message

    def open(self, name: str, text: str) -> str:
        uri = (self.folder / "games" / name).as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def complaints(self, name: str, text: str) -> list[tuple[int, str]]:
        """The line (from 0) and the message of each complaint about a text."""
        uri = self.open(name, text)
        for message in self.messages():
            params = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri:
                return [(d["range"]["start"]["line"], d["message"]) for d in params["diagnostics"]]
        raise AssertionError

    def completions(self, name: str, text: str, line: int, character: int) -> set[str]:
        """The labels that are offered at a place."""
        uri = self.open(name, text)
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return {item["label"] for item in self.ask("textDocument/completion", place)["items"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if shutil.which("node") is None:
        pytest.skip("node is not here")
    folder = tmp_path_factory.mktemp("editor")
    command = shutil.which("yaml-language-server")
    if command is None:
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("npm is not here, nor a yaml-language-server")
        done = subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund", PACKAGE], cwd=folder, check=False)
        command = str(folder / "node_modules" / ".bin" / "yaml-language-server")
        if done.returncode != 0 or not Path(command).exists():
            pytest.skip("npm could not fetch a yaml-language-server")
    shutil.copytree(ROOT / "schema", folder / "schema")
    (folder / "games").mkdir()
    found = Server([command, "--stdio"], folder)
    yield found
    found.process.kill()


def in_games(text: str) -> str:
    """The text with the schema as seen from the folder of games."""
    return text.replace("../../schema/", "../schema/")


@pytest.mark.slow
def test_an_editor_has_no_complaint_about_a_right_game(server: Server) -> None:
    assert server.complaints("right.yaml", in_games(GAME)) == []


@pytest.mark.slow
def test_an_editor_underlines_a_misspelt_key(server: Server) -> None:
    text = in_games(GAME).replace("    label: Place a mark", "    lable: Place a mark")
    line = text[: text.index("lable")].count("\n")
    assert [found for found in server.complaints("wrong.yaml", text) if found[0] == line and "lable" in found[1]]


@pytest.mark.slow
def test_an_editor_completes_the_keys_of_a_zone(server: Server) -> None:
    text = in_games(GAME).split("zones:")[0] + "zones:\n  hand:\n    bag: mark\n    \n"
    line = text.count("\n") - 1
    assert {"per", "at_most", "seen_by", "holds"} <= server.completions("zone.yaml", text, line, 4)


@pytest.mark.slow
def test_an_editor_completes_sections_and_words(server: Server) -> None:
    text = in_games(GAME) + "\n"
    assert {"finish", "whenever", "options"} <= server.completions("sections.yaml", text, text.count("\n"), 0)
    text = in_games(GAME).split("variables:")[0] + "variables:\n  coins:\n    is: number\n    resets: \n"
    assert "turn" in server.completions("words.yaml", text, text.count("\n") - 1, 12)


@pytest.mark.slow
def test_an_editor_offers_snippets_in_a_section(server: Server) -> None:
    text = in_games(GAME).split("zones:")[0] + "zones:\n  \n"
    assert "a draw pile" in server.completions("snippets.yaml", text, text.count("\n") - 1, 2)
