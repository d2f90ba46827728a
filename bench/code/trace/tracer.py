"""Runs the unit tests of a Python project and writes, as JSON lines, which of its functions called which.

usage: python3 tracer.py PROJECT OUT TEST_MODULE...

PROJECT is the folder that holds the program and its tests. Every line of OUT has a `kind`: `defined` and `ran` are
functions, `edge` is one call as {from, to, line, how}, `result` counts the tests.
Lambdas, comprehensions and class bodies are no functions: what they call is called by the function around them.
"""
import ast
import dis
import inspect
import json
import os
import sys
import threading
import traceback
import unittest

GENERATORS = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR | inspect.CO_COROUTINE
# A scope without a name of its own: what is called from it belongs to the function around it
ANONYMOUS = object()


class SourceFile:
    """What the syntax tree says of one file: its functions, and the line of the last name of each call."""

    def __init__(self, path, shown):
        self.shown = shown
        with open(path, "rb") as file:
            self.tree = ast.parse(file.read())
        self.module = (shown, "<module>", 1)
        self.functions = {}  # (qualified name as Python has it, first line) -> entity
        self.spans = []  # (first line of the body, last line, entity), outer ones first
        self.calls = {}  # where a call ends -> where it begins, and the line of the called name
        self.lambdas = {}
        self._walk(self.tree, "", "")
        for key, entities in self.lambdas.items():
            if len(entities) == 1 and entities[0] is not None:
                self.functions[key] = entities[0]

    def _walk(self, node, raw, name):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._function(child, raw, name)
            elif isinstance(child, ast.ClassDef):
                for decorator in child.decorator_list:
                    self._call(decorator, decorator.end_lineno)
                self._walk(child, f"{raw}{child.name}.", f"{name}{child.name}.")
            elif isinstance(child, ast.Lambda):
                self._lambda(child, bound_name(node, child), raw, name)
            else:
                if isinstance(child, ast.Call):
                    self._call(child, child.func.end_lineno)
                self._walk(child, raw, name)

    def _call(self, node, line):
        self.calls[node.end_lineno, node.end_col_offset] = (node.lineno, node.col_offset, line)

    def called_at(self, first, last, start, end):
        """The line of the called name if a call has this span; Python begins that of a method's at the line of its name."""
        begins, column, line = self.calls.get((last, end), (None, None, None))
        is_call = (first, start) == (begins, column) or (line is not None and begins < first == line)
        return line if is_call else None

    def _function(self, node, raw, name):
        for decorator in node.decorator_list:
            self._call(decorator, decorator.end_lineno)
        entity = (self.shown, name + node.name, node.lineno)
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        self.functions[raw + node.name, first] = entity
        self.spans.append((node.body[0].lineno, node.end_lineno, entity))
        for part in (*node.decorator_list, node.args):
            self._walk(ast.Expression(part), raw, name)
        self._walk(ast.Module(node.body, []), f"{raw}{node.name}.<locals>.", f"{name}{node.name}.")

    def _lambda(self, node, bound, raw, name):
        entity = (self.shown, name + bound, node.lineno) if bound else None
        self.lambdas.setdefault((f"{raw}<lambda>", node.lineno), []).append(entity)
        if entity:
            self.spans.append((node.body.lineno, node.end_lineno, entity))
        inner = f"{name}{bound}." if bound else name
        self._walk(ast.Expression(node.args), raw, name)
        self._walk(ast.Expression(node.body), f"{raw}<lambda>.<locals>.", inner)

    def entity_of(self, code):
        """The function that a code object is, ANONYMOUS if it is none, and the function that its calls belong to."""
        if code.co_name == "<module>":
            return ANONYMOUS, self.module
        own = self.functions.get((code.co_qualname, code.co_firstlineno))
        if own:
            return own, own
        around = self.module
        for first, last, entity in self.spans:
            if first <= code.co_firstlineno <= last:
                around = entity
        return ANONYMOUS, around


def bound_name(parent, node):
    """The name that a lambda is bound to by its assignment, or None."""
    if isinstance(parent, ast.Assign) and parent.value is node and len(parent.targets) == 1:
        target = parent.targets[0]
    elif isinstance(parent, ast.AnnAssign) and parent.value is node:
        target = parent.target
    else:
        return None
    return target.id if isinstance(target, ast.Name) else None


class Tracer:
    """Follows every call of Python's and keeps the distinct ones between functions of the project."""

    def __init__(self, files):
        self.files = files
        self.codes = {}  # id of a code object -> what is known of it, and the object, so that its id stays its own
        self.seen = set()
        self.edges = {}
        self.ran = set()

    def known(self, code):
        found = self.codes.get(id(code))
        if found is None:
            file = self.files.get(code.co_filename) or self.files.get(os.path.realpath(code.co_filename))
            own, scope = file.entity_of(code) if file else (None, None)
            resume = first_resume(code) if code.co_flags & GENERATORS else None
            found = self.codes[id(code)] = (own, scope, resume, file, code)
        return found

    def profile(self, frame, event, _arg):
        if event != "call":
            return
        own, _, resume, _, code = self.known(frame.f_code)
        if own is None or own is ANONYMOUS:
            return
        if resume is not None and frame.f_lasti > resume:
            return  # A generator goes on
        self.ran.add(own)
        back = frame.f_back
        while back is not None and self.known(back.f_code)[0] is None:
            back = back.f_back
        # The collector runs finalizers wherever the program happens to be
        if back is None or code.co_name == "__del__":
            return
        key = (id(back.f_code), back.f_lasti, id(code))
        if key not in self.seen:
            self.seen.add(key)
            self.note(back, own, resume is not None, back is not frame.f_back)

    def note(self, back, to, is_resumed, is_through):
        _, scope, _, file, code = self.known(back.f_code)
        positions = list(code.co_positions())
        first, last, start, end = positions[back.f_lasti // 2]
        called = file.called_at(first, last, start, end)
        if is_resumed and not code.co_flags & inspect.CO_COROUTINE:
            # The body of a generator begins when somebody asks for its first value, not where it was called
            how, line = "resumed", None
        else:
            how, line = ("call" if called else "implicit"), called or first
            if is_through:
                how = "through"
        self.edges.setdefault((scope, to, line, how), None)


class Results(unittest.TestResult):
    """Starts the tracer anew with each test: Python drops a tracer that fails, as it must where a test recurses too deep."""

    def __init__(self, tracer):
        super().__init__()
        self.tracer = tracer

    def startTest(self, test):
        super().startTest(test)
        threading.setprofile(self.tracer.profile)
        sys.setprofile(self.tracer.profile)


def first_resume(code):
    """Where the body of a generator begins; before it, Python only makes the generator."""
    return next(at.offset for at in dis.get_instructions(code) if at.opname == "RESUME")


def source_files(project):
    for folder, folders, names in os.walk(project):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".py"):
                try:
                    yield path, SourceFile(path, os.path.relpath(path, project).replace(os.sep, "/"))
                except (SyntaxError, ValueError):
                    continue  # Tests keep files that are wrong on purpose


def use_project(project):
    """Makes the project's own copies the ones that are imported, also of modules that this program has used."""
    own = {name.removesuffix(".py") for name in os.listdir(project)}
    for name in list(sys.modules):
        if name.split(".")[0] in own:
            del sys.modules[name]
    sys.path.insert(0, project)


def hide_own_depth(frames):
    """Gives the tracer some frames beyond the limit that the program sees and sets: tests use all that there are."""
    real_get, real_set = sys.getrecursionlimit, sys.setrecursionlimit
    sys.getrecursionlimit = lambda: real_get() - frames
    sys.setrecursionlimit = lambda limit: real_set(limit + frames)
    real_set(real_get() + frames)


def test_modules(project, module):
    """The modules of a package of tests; a module by itself. A package would look for them where Python is installed."""
    folder = os.path.join(project, *module.split("."))
    if not os.path.isdir(folder):
        return [module]
    names = sorted(os.listdir(folder))
    return [f"{module}.{name[:-3]}" for name in names if name.startswith("test_") and name.endswith(".py")]


def main(project, out, *modules):
    project = os.path.realpath(project)
    files = dict(source_files(project))
    tracer = Tracer(files)
    to_json = json.dumps
    use_project(project)
    hide_own_depth(50)
    threading.setprofile(tracer.profile)
    sys.setprofile(tracer.profile)
    try:
        names = [name for module in modules for name in test_modules(project, module)]
        suite = unittest.defaultTestLoader.loadTestsFromNames(names)
        result = Results(tracer)
        suite.run(result)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)

    def shown(entity):
        return dict(zip(("file", "name", "line"), entity))

    lines = []
    for file in files.values():
        for entity in sorted(set(file.functions.values()), key=lambda one: one[2]):
            lines.append({"kind": "defined", **shown(entity)})
    for entity in sorted(tracer.ran):
        lines.append({"kind": "ran", **shown(entity)})
    for source, to, line, how in tracer.edges:
        lines.append({"kind": "edge", "from": shown(source), "to": shown(to), "line": line, "how": how})
    failures = result.failures + result.errors
    for _, text in failures:
        print(text, file=sys.stderr)
    failed = len(failures)
    lines.append({"kind": "result", "tests": result.testsRun, "failed": failed, "skipped": len(result.skipped)})
    with open(out, "w", encoding="utf-8") as file:
        file.writelines(to_json(line) + "\n" for line in lines)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Exception:
        traceback.print_exc()
        sys.exit(1)
