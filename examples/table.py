"""A table in the browser, for any game: what a seat sees, its answers as buttons, the log, undo, and why not.

    python examples/table.py murano --players 3 --lang el

prints its address. People share one screen. The page (table.html) knows no game: it draws `game.describe()` and
`match.view(seat)`. A typed answer that is not possible comes back with the reason.
"""

import argparse
import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import rulewright

PAGE = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")


def seen(match: rulewright.Match, path: str, seat: str | None, language: str) -> dict[str, Any]:
    """What is to be drawn: the game, or what a seat sees of the match."""
    if path == "/game":
        return match.game.describe(language)
    return {"view": match.view(seat, language), "log": match.log(seat, language)}


def done(match: rulewright.Match, path: str, sent: dict[str, Any], language: str) -> dict[str, Any]:
    """Gives an answer, or takes one back; what is not possible is told with its reason."""
    seat, action = sent.get("seat"), sent.get("action", "")
    try:
        if path == "/undo":
            match.undo()
            return {"actors": match.actors}
        events = match.apply(action, seat)
    except rulewright.ActionError as error:
        reason = match.why_not(action, seat, language) if path == "/answer" else None
        return {"error": reason.text if reason else str(error), "reason": reason.to_json() if reason else None}
    return {"actors": match.actors, "events": [event.to_json() for event in events.seen_by(seat)]}


def server(match: rulewright.Match, language: str = "", port: int = 0) -> HTTPServer:
    """A server for one match, on this machine only; `serve_forever` starts it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            seat = parse_qs(url.query).get("seat", [None])[0]
            self.reply(lambda: PAGE if url.path == "/" else seen(match, url.path, seat, language))

        def do_POST(self) -> None:
            body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 1 << 20))
            self.reply(lambda: done(match, self.path, json.loads(body), language))

        def reply(self, make: Any) -> None:
            try:
                status, found = 200, make()
            except (ValueError, AttributeError) as error:
                status, found = 400, {"error": str(error)}
            self.send_response(status)
            self.send_header("Content-Type", "text/html" if isinstance(found, str) else "application/json")
            self.end_headers()
            self.wfile.write((found if isinstance(found, str) else json.dumps(found)).encode())

        def log_message(self, *_: object) -> None: ...

    return HTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A table in the browser.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lang", default="")
    given = parser.parse_args()
    game = rulewright.load(given.game)
    table = server(game.start(given.players or game.player_counts.start, seed=given.seed), given.lang, 8000)
    print(f"http://127.0.0.1:{table.server_port}/")
    table.serve_forever()
