"""The references of a JSON schema, resolved once."""

from typing import Any

Schema = dict[str, Any]  # JSON: the one place where anything may stand


class Resolver:
    """Puts what `#/definitions/..` points to in the place of each `$ref`, so that it is not sought for every value.

    What refers to itself becomes a dict that holds itself. What stands beside a `$ref`, such as a description, is kept.
    """

    def __init__(self, root: Schema) -> None:
        self.root = root
        self.known: dict[str, Schema] = {}
        self.beside: list[tuple[Schema, str, str, Schema]] = []  # holder, key, target, what stands beside the `$ref`

    def resolve(self) -> Schema:
        """The whole schema."""
        made = self._filled({}, {key: value for key, value in self.root.items() if key != "definitions"})
        for holder, key, target, more in self.beside:  # now that every target is complete
            holder[key] = {**self.known[target], **more}
        return made

    def _filled(self, made: Schema, part: Schema) -> Schema:
        for key, value in part.items():
            made[key] = self._part(value)
            more = {k: v for k, v in value.items() if k != "$ref"} if isinstance(value, dict) else {}
            if more and isinstance(value.get("$ref"), str):
                self.beside.append((made, key, self._end(value["$ref"]), more))
        return made

    def _part(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self._part(item) for item in part]
        if not isinstance(part, dict):
            return part
        if not isinstance(part.get("$ref"), str):
            return self._filled({}, part)
        target = self._end(part["$ref"])
        if target not in self.known:
            self.known[target] = {}
            self._filled(self.known[target], self._at(target))
        return self.known[target]

    def _end(self, target: str) -> str:
        """What a chain of references ends at."""
        meant = self._at(target)
        return self._end(meant["$ref"]) if isinstance(meant.get("$ref"), str) else target

    def _at(self, target: str) -> Schema:
        meant: Any = self.root
        for name in target.removeprefix("#/").split("/"):
            meant = meant[name]
        found: Schema = meant
        return found
