"""Rows that stand in a file of their own, YAML or CSV: `rows: FILE` is filled with them."""

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources.abc import Traversable

from rulewright.document.nodes import Entry, Node, Scalar
from rulewright.document.nodes import Mapping as MappingNode
from rulewright.document.read_csv import read_csv
from rulewright.document.read_yaml import read_yaml
from rulewright.library import parent_of, read_source, seek_upward
from rulewright.text import Findings, did_you_mean


def with_data_files(
    root: MappingNode, place: Traversable | None, findings: Findings, places: Mapping[str, Traversable] | None = None
) -> MappingNode:
    """The nodes of a game with the rows of its data files in the place of `rows: FILE`; rows keep their own places.

    A file is sought in the folder of the text that names it (`places` says where texts lie, `place` where the game
    does) and above.
    """
    entries = dict(root.entries)
    for section in ("components", "tables"):
        declared = root.get(section)
        if isinstance(declared, MappingNode):
            filled = {
                k: Entry(e.key, _with_rows(e.value, place, findings, places)) for k, e in declared.entries.items()
            }
            if any(entry.value is not declared.entries[k].value for k, entry in filled.items()):
                entries[section] = Entry(entries[section].key, replace(declared, entries=filled))
    changed = any(entry is not root.entries[section] for section, entry in entries.items())
    return replace(root, entries=entries) if changed else root


def with_rows_of_files(overlay: MappingNode, places: Mapping[str, Traversable], findings: Findings) -> MappingNode:
    """A variant with the rows of a file in the place of `components.X.rows: FILE`, so that `change` goes into them."""
    entries = dict(overlay.entries)
    for verb in ("replace", "change"):
        paths = overlay.get(verb)
        if not isinstance(paths, MappingNode):
            continue
        filled = dict(paths.entries)
        for path, entry in paths.entries.items():
            section, _, rest = path.partition(".")
            if section in ("components", "tables") and rest.endswith(".rows") and isinstance(entry.value, Scalar):
                alone = MappingNode(entry.value.span, {"rows": entry})
                found = _with_rows(alone, None, findings, places)
                if isinstance(found, MappingNode):
                    filled[path] = Entry(entry.key, found.entries["rows"].value)
        entries[verb] = Entry(entries[verb].key, replace(paths, entries=filled))
    return replace(overlay, entries=entries)


def _with_rows(
    node: Node, place: Traversable | None, findings: Findings, places: Mapping[str, Traversable] | None
) -> Node:
    rows = node.get("rows") if isinstance(node, MappingNode) else None
    if not isinstance(node, MappingNode) or not isinstance(rows, Scalar) or rows.kind != "text":
        return node
    near = (places or {}).get(rows.span.source.name, place)
    found = seek_upward(near, rows.text) if near is not None else None
    if found is None:
        message = f"there is no file `{rows.text}` in the folder of this file or above"
        folder = parent_of(near) if near is not None else None
        beside = [f.name for f in folder.iterdir() if f.is_file()] if folder is not None else []
        findings.error("unknown-name", message, rows.span, help=did_you_mean(rows.text, sorted(beside)))
        return node
    try:
        source = read_source(found)
    except (OSError, UnicodeDecodeError):
        findings.error("yaml", f"the data file `{rows.text}` cannot be read as UTF-8 text", rows.span)
        return node
    data = (read_csv if rows.text.lower().endswith(".csv") else read_yaml)(source, findings)
    if isinstance(data, MappingNode):
        return replace(node, entries={**node.entries, "rows": Entry(node.entries["rows"].key, data)})
    if data is not None:
        findings.error("type", "a data file is a mapping: each row with its name", data.span)
    return node
