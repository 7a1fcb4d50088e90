"""Small changes of a source file, one at a time: what a slip of the hand or of the mind would make of it.

Names, texts, annotations, asserts, errors that are raised, `__repr__` and the solver's tuning stay as they are.
"""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

GROUPS = {
    "rules": "rules/*.py games/round.py games/trick_round.py games/state.py games/registry.py games/match.py text/positions.py",
    "phases": "games/phases/*.py",
    "letters": "games/letter_*.py games/millionaire.py games/anagrams.py games/dictionary.py",
    "misplay": "misplay/*.py",
    "views": "games/views.py",
    "sampling": "games/sampling/*.py",
    "codes": "text/deal_codes.py",
    "records": "records/*.py text/notation.py support/toml.py",
    "probability": "analysis/probability/*.py",
    "engine": "engine/rollouts/*.py engine/tables/build.py engine/solver/minimax.py engine/solver/position.py",
    "grading": "classroom/*.py",
}

_COMPARED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="), ast.LtE: ("<", ">"), ast.Gt: (">=", "<="), ast.GtE: (">", "<"), ast.Eq: ("!=",),
    ast.NotEq: ("==",), ast.In: ("not in",), ast.NotIn: ("in",), ast.Is: ("is not",), ast.IsNot: ("is",),
}  # fmt: skip
_REVERSED: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "//", ast.Pow: "*"
}  # fmt: skip
_CALLED = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list", "reversed": "list"}
_DROPPED = {"append", "extend", "add", "update", "pop", "remove", "discard", "insert", "setdefault", "clear"}
_UNTOUCHED = ("__repr__", "__str__")
_TUNED = {
    "_WEIGHTS",
    "_MEMORY_POWERS",
    "_MAX_MEMORY_POWER",
}  # how fast the solver is, not what it finds: tests/engine solves without


@dataclass(frozen=True)
class Mutant:
    """One change: `old` stands at `start` of the file `path`, and `new` comes in its place.

    `id` depends on the line's text and on the function it is in, not on its number: it stays while other lines come and go.
    """

    id: str
    group: str
    path: str
    line: int
    operator: str
    start: int
    old: str
    new: str

    def compiles(self, source: str) -> bool:
        """Whether Python can read the source with the change."""
        try:
            compile(self.apply(source), self.path, "exec")
        except SyntaxError:
            return False
        return True

    def apply(self, source: str) -> str:
        """The source with the change."""
        end = self.start + len(self.old)
        assert source[self.start : end] == self.old, f"{self.path} is not the file that {self.id} was made for"
        return source[: self.start] + self.new + source[end:]


def list_modules(root: Path, group: str) -> list[Path]:
    """List the files of a group. Raises FileNotFoundError for a pattern that no file fits."""
    reached: set[Path] = set()
    for pattern in GROUPS[group].split():
        if not (paths := set((root / "mam").glob(pattern))):
            raise FileNotFoundError(f"no file fits mam/{pattern}, in group {group}")
        reached |= paths
    return sorted(reached)


def list_mutants(root: Path) -> Iterator[Mutant]:
    """List every mutant of the modules in GROUPS."""
    for group in GROUPS:
        for path in list_modules(root, group):
            yield from mutants_of(path.read_text("utf-8"), path.relative_to(root).as_posix(), group)


def mutants_of(source: str, path: str, group: str) -> Iterator[Mutant]:
    """The mutants of one file."""
    starts, offset = [], 0
    for line in source.splitlines(keepends=True):
        starts.append(offset)
        offset += len(line)
    lines = source.splitlines()

    def place(number: int, column: int) -> int:
        return starts[number - 1] + len(lines[number - 1].encode()[:column].decode())

    name_counts: dict[str, int] = {}
    for node, function, operator, new in _Finder().changes(ast.parse(source)):
        start, end = place(node.lineno, node.col_offset), place(node.end_lineno or 0, node.end_col_offset or 0)
        old = source[start:end]
        if new == old:
            continue
        name = "/".join((path, function, operator, lines[node.lineno - 1].strip(), old, new))
        name_counts[name] = name_counts.get(name, 0) + 1
        id = hashlib.sha256(f"{name}/{name_counts[name]}".encode()).hexdigest()[:10]
        yield Mutant(id, group, path, node.lineno, operator, start, old, new)


class _Finder(ast.NodeVisitor):
    """Walks a file and notes what can be changed: the node that is replaced, the function it is in, the kind, the new text."""

    def __init__(self) -> None:
        self.places: list[tuple[ast.expr | ast.stmt, str, str, str]] = []
        self.functions: list[str] = []
        self.bound: list[set[str]] = []

    def changes(self, tree: ast.Module) -> list[tuple[ast.expr | ast.stmt, str, str, str]]:
        """All that can be changed in a file."""
        self.visit(tree)
        return self.places

    def note(self, node: ast.expr | ast.stmt, operator: str, new: ast.AST | str) -> None:
        text = new if isinstance(new, str) else ast.unparse(ast.fix_missing_locations(new))
        self.places.append(
            (node, ".".join(self.functions), operator, f"({text})" if isinstance(node, ast.expr) else text)
        )

    # What is left alone

    def visit_Assert(self, node: ast.Assert) -> None:
        pass

    def visit_Raise(self, node: ast.Raise) -> None:
        pass

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.functions.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.functions.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in _UNTOUCHED or any("overload" in ast.unparse(decorator) for decorator in node.decorator_list):
            return
        self.functions.append(node.name)
        self.bound.append({argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)})
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self.bound.pop()
        self.functions.pop()

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if not isinstance(node.slice, ast.Tuple):  # tuple[int, str] is a type
            self.visit(node.slice)

    # Conditions

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, op in enumerate(node.ops):
            for sign in _COMPARED[type(op)]:
                parts = [ast.unparse(node.left)]
                for index, (op_at, operand) in enumerate(zip(node.ops, node.comparators, strict=True)):
                    parts += [sign if index == number else _sign(op_at), _bracketed(operand)]
                self.note(node, "comparison", " ".join(parts))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.note(node, "and, or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
        for number in range(len(node.values)):
            left = [value for index, value in enumerate(node.values) if index != number]
            self.note(node, "condition dropped", left[0] if len(left) == 1 else ast.BoolOp(node.op, left))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub) and not isinstance(node.operand, ast.Constant):
            self.note(node, "not dropped", node.operand)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return
        self._negate(node.test)
        if not all(isinstance(statement, ast.Raise | ast.Pass) for statement in node.body):
            empty = ast.If(node.test, [ast.Pass()], node.orelse)
            self._replace_statement(node, "body of an if dropped", empty)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            self.note(test, "condition negated", ast.UnaryOp(ast.Not(), test))

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        for comprehension in node.generators:
            for condition in comprehension.ifs:
                self.note(condition, "condition dropped", "True")
        self.generic_visit(node)

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    # Values

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.note(node, "truth", str(not node.value))
        elif isinstance(node.value, int):
            self.note(node, "number", str(node.value + 1))
            self.note(node, "number", str(node.value - 1))

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if (sign := _REVERSED.get(type(node.op))) and not (_is_text(node.left) or _is_text(node.right)):
            self.note(node, "arithmetic", f"{_bracketed(node.left)} {sign} {_bracketed(node.right)}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and (replacement := _CALLED.get(node.func.id)) and node.args:
            plain = replacement == "list"
            new = ast.Call(ast.Name(replacement), node.args[:1] if plain else node.args, [] if plain else node.keywords)
            self.note(node, "order dropped" if plain else f"{node.func.id}, {replacement}", new)
        if isinstance(node.func, ast.Name) and node.func.id in ("TypeVar", "cast", "Reason", "field"):
            return  # a type, or a sentence
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple | ast.List | ast.Set) -> None:
        if not isinstance(getattr(node, "ctx", None), ast.Store) and len(node.elts) > 1:
            for number in range(len(node.elts)):
                left = [element for index, element in enumerate(node.elts) if index != number]
                self.note(
                    node,
                    "element dropped",
                    type(node)(left, ast.Load()) if not isinstance(node, ast.Set) else ast.Set(left),
                )
        self.generic_visit(node)

    visit_List = visit_Set = visit_Tuple

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in (node.lower, node.upper):
            if bound is not None and not isinstance(bound, ast.Constant):
                self.note(bound, "bound of a slice", f"{_bracketed(bound)} + 1")
                self.note(bound, "bound of a slice", f"{_bracketed(bound)} - 1")
        self.generic_visit(node)

    # Statements

    def _replace_statement(self, node: ast.stmt, operator: str, new: ast.stmt) -> None:
        text = ast.unparse(ast.fix_missing_locations(new))
        self.note(node, operator, text.replace("\n", "\n" + " " * node.col_offset))

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.note(node, "return None", "return None")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)}
        if names & _TUNED:
            return
        reassigns = (
            bool(self.bound)
            and all(isinstance(target, ast.Name) for target in node.targets)
            and names <= self.bound[-1]
        )
        if reassigns or any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self.note(node, "statement dropped", "pass")
        if self.bound:
            self.bound[-1] |= names
        if isinstance(node.value, ast.Tuple) and any(isinstance(target, ast.Tuple) for target in node.targets):
            for part in node.value.elts:  # one element less would be no change, but an error
                self.visit(part)
        else:
            self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.note(node, "statement dropped", "pass")
        if (sign := _REVERSED.get(type(node.op))) and not _is_text(node.value):
            self.note(node, "arithmetic", f"{ast.unparse(node.target)} {sign}= {ast.unparse(node.value)}")
        self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _DROPPED:
            self.note(node, "statement dropped", "pass")
        if isinstance(call, ast.Yield | ast.YieldFrom) and not _is_reason(call.value):
            self.note(node, "statement dropped", "yield from ()")
        self.visit(node.value)


def _bracketed(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if isinstance(node, ast.Name | ast.Constant | ast.Attribute | ast.Call | ast.Subscript) else f"({text})"


def _sign(op: ast.cmpop) -> str:
    return ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_reason(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason"
