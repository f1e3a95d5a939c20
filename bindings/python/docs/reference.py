"""Writes the reference of the package as pages: `python docs/reference.py FOLDER`.

Texts are the docstrings, signatures those of `_native.pyi` and of the Python files, as they are written there. What is public and has no text,
and what has no types, is an error.
"""

import ast
import inspect
import pathlib
import sys
import warnings
from typing import Any

import lanesmith
import pdoc
import pdoc.doc
import pdoc.render

MODULES = ["lanesmith", *(f"lanesmith.{name}" for name in ("merkle", "bls", "pwhash", "curl", "ray", "udf"))]
STUB = pathlib.Path(lanesmith.__file__).with_name("_native.pyi")

Def = ast.FunctionDef


class Written:
    """An annotation as it is written."""

    def __init__(self, node: ast.expr) -> None:
        self.text = ast.unparse(node)

    def __repr__(self) -> str:
        return self.text


def stub() -> dict[str, list[Def]]:
    """The definitions of the stub, overloads together: `merkle_root`, `CachedTree.append`."""
    found: dict[str, list[Def]] = {}

    def read(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, Def):
                found.setdefault(prefix + node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                read(node.body, f"{node.name}.")

    read(ast.parse(STUB.read_text()).body, "")
    return found


def source(function: Any) -> list[Def]:
    """The definition of a function of Python, with its overloads; nothing for one that Python wrote (of a dataclass)."""
    path = pathlib.Path(inspect.getfile(function))
    if not path.is_file():
        return []
    tree = ast.parse(path.read_text())
    owner, _, name = function.__qualname__.rpartition(".")
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == owner:
            tree.body = node.body
    same = [node for node in tree.body if isinstance(node, Def) and node.name == name]
    return same[:-1] or same


def signature(node: Def, without: int = 0) -> inspect.Signature:
    """A signature with its annotations as written; `without`: parameters at the front that are left out."""
    kinds, a = inspect.Parameter, node.args
    places = [(arg, kinds.POSITIONAL_ONLY) for arg in a.posonlyargs] + [(arg, kinds.POSITIONAL_OR_KEYWORD) for arg in a.args]
    missing: list[ast.expr | None] = [None] * (len(places) - len(a.defaults))
    all_of = list(zip(places, missing + list(a.defaults), strict=True))
    all_of += [((arg, kinds.KEYWORD_ONLY), default) for arg, default in zip(a.kwonlyargs, a.kw_defaults, strict=True)]
    parameters = [
        kinds(
            arg.arg,
            kind,
            default=inspect.Parameter.empty if default is None else Written(default),
            annotation=inspect.Parameter.empty if arg.annotation is None else Written(arg.annotation),
        )
        for (arg, kind), default in all_of
    ]
    if a.kwarg is not None:
        parameters.append(kinds(a.kwarg.arg, kinds.VAR_KEYWORD))
    returns = inspect.Signature.empty if node.returns is None else Written(node.returns)
    return pdoc.doc._PrettySignature(parameters[without:], return_annotation=returns)


class Reference:
    """The modules, with the signatures put in."""

    def __init__(self) -> None:
        self.stub = stub()
        self.native = {id(item): name for name, item in vars(lanesmith._native).items()}
        self.wrong: list[str] = []

    def definitions(self, doc: pdoc.doc.Function, parent: pdoc.doc.Class | None) -> list[Def]:
        if parent is not None and id(parent.obj) in self.native:
            owner = self.native[id(parent.obj)]
            return self.stub.get(f"{owner}.{'__new__' if doc.name == '__init__' else doc.name}", [])
        if parent is None and id(doc.obj) in self.native:
            return self.stub.get(self.native[id(doc.obj)], [])
        return source(doc.obj) if inspect.isfunction(doc.obj) else []

    def look(self, doc: pdoc.doc.Doc, parent: pdoc.doc.Class | None = None) -> None:
        if isinstance(doc, pdoc.doc.Namespace):
            for member in list(doc.members.values()):
                if member.name.startswith("_") and member.name not in ("__init__", "__version__"):
                    continue
                # The page of the class that has it tells of it.
                if isinstance(doc, pdoc.doc.Class) and member.taken_from[1].rpartition(".")[0] != doc.obj.__qualname__:
                    del doc.members[member.name]
                    continue
                self.look(member, doc if isinstance(doc, pdoc.doc.Class) else None)
        if isinstance(doc, pdoc.doc.Function):
            self.function(doc, parent)
        elif isinstance(doc, pdoc.doc.Variable) and parent is not None and id(parent.obj) in self.native:
            found = self.stub.get(f"{self.native[id(parent.obj)]}.{doc.name}")
            if found and found[0].returns is not None:
                doc.annotation = Written(found[0].returns)
                doc.docstring = doc.docstring or ast.get_docstring(found[0]) or ""
        if not doc.docstring and doc.name not in ("__init__", "__version__"):
            self.wrong.append(f"{doc.fullname} has no docstring")

    def function(self, doc: pdoc.doc.Function, parent: pdoc.doc.Class | None) -> None:
        found = self.definitions(doc, parent)
        if not found:
            # A class that is not made by users, or whose constructor Python wrote (dataclass, exception).
            if doc.name != "__init__":
                self.wrong.append(f"{doc.fullname} has no types")
            return
        static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in found[0].decorator_list)
        made = parent is not None and doc.name == "__init__"
        signatures = [signature(node, 1 if parent is not None and not static else 0) for node in found]
        if made:
            signatures = [form.replace(return_annotation=inspect.Signature.empty) for form in signatures]
        # pdoc leaves the first parameter of a constructor out itself.
        doc.signature = signature(found[0]).replace(return_annotation=inspect.Signature.empty) if made else signatures[0]
        if len(found) > 1:
            name = parent.name if parent is not None and made else f"def {doc.name}"
            forms = "\n".join(f"{name}{form}" for form in signatures)
            doc.docstring = f"{doc.docstring}\n\n```python\n{forms}\n```\n"


def main(folder: pathlib.Path) -> int:
    warnings.simplefilter("error")
    reference = Reference()
    modules = {name: pdoc.doc.Module.from_name(name) for name in MODULES}
    # The families have pages of their own.
    for name in ("merkle", "bls", "pwhash", "curl"):
        modules["lanesmith"].members.pop(name, None)
    for module in modules.values():
        reference.look(module)
    for line in reference.wrong:
        print(line, file=sys.stderr)
    pdoc.render.configure(docformat="markdown", show_source=False, footer_text=f"lanesmith {lanesmith.__version__}")
    for name, module in modules.items():
        page = folder / f"{name.replace('.', '/')}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(pdoc.render.html_module(module, modules))
    (folder / "index.html").write_text(pdoc.render.html_index(modules))
    (folder / "search.js").write_text(pdoc.render.search_index(modules))
    return 1 if reference.wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
