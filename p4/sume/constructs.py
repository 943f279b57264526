# SPDX-License-Identifier: Apache-2.0
"""What a P4 program is made of, as far as rules.py asks: p4c's view of it, made small.

    program -> p4c --toJSON -> [constructs] -> compiled/sume/constructs.json -> rules

p4c writes its intermediate representation when names and types are resolved and constants folded,
and before anything is inlined or rewritten: `options` leaves out the passes that do so. So the names
are those of the source. Files and lines are left out and all is sorted: what does not change what a
program is made of changes nothing here. So is what the architecture declares.

    package     what main is, and the parser and the controls that it is given
    types       headers, structs, unions and enums with a base; fields with their types
    functions   names
    externs     functions: annotations, parameters, and from where each is called, all inlined
    objects     types of extern objects
    blocks      parsers and controls: annotations, parameters, and by part (a state, an action,
                apply, locals)
                  uses    if, exit, *, error, and types of declarations: stack, varbit
                  calls   functions, externs and methods of packets, with arguments: constants as
                          numbers, all others as their types
                  next    of a state: to where it leads
                and tables: match kinds, properties, and which extern functions may have been called
                before its lookup
"""

import collections

ARCHITECTURE = ("core.p4", "sume_switch.p4")
TYPES = {"Type_Header": "header", "Type_Struct": "struct", "Type_HeaderUnion": "header_union",
         "Type_SerEnum": "enum"}
USES = {"IfStatement": "if", "ExitStatement": "exit", "Mul": "*", "Type_Array": "stack",
        "Type_Varbits": "varbit"}

# Without these passes of what is behind the front end, p4c writes nothing.
NEEDED = {"ConvertEnums", "EvaluatorPass", "P4::TypeChecking", "P4::VisitFunctor"}


def options(front, behind):
    """Those that keep p4c from rewriting the program; from the names of its passes, in order."""
    checks = front[:front.index("FrontEndDump")]
    return ["--excludeFrontendPasses", ",".join(sorted(set(front) - set(checks))),
            "--excludeMidendPasses", ",".join(sorted(set(behind) - NEEDED))]


def reduced(ir):
    """The constructs of a program, from what p4c wrote."""
    return Program(ir).constructs()


class Node:
    """One of the intermediate representation; what is looked up is a node, a list or a value."""

    def __init__(self, content, written):
        self.content = content
        self.written = written # by number: where a node comes again, there is its number alone
        self.kind = content["Node_Type"]

    def get(self, name):
        return self.wrapped(self.content.get(name))

    def wrapped(self, value):
        if isinstance(value, dict) and "Node_ID" in value:
            value = self.written[value["Node_ID"]]
            if "vec" in value:
                return [self.wrapped(element) for element in value["vec"]]
            return Node(value, self.written)
        return value

    @property
    def name(self):
        return self.get("name")

    def children(self):
        """All but the type of an expression, which is not in the source."""
        declares = self.kind.startswith("Declaration_") or self.kind == "Parameter"
        for name in self.content:
            if name != "annotations" and (name != "type" or declares):
                for child in listed(self.get(name)):
                    if isinstance(child, Node):
                        yield child

    def all(self):
        """This and all below it, in the order of the source."""
        yield self
        for child in self.children():
            yield from child.all()

    def annotations(self):
        """Those with tokens in brackets, such as Xilinx's."""
        found = {}
        for annotation in self.get("annotations"):
            tokens = annotation.wrapped(annotation.get("body")["value"])
            if annotation.content["body"]["variant_index"] == 0:
                found[annotation.name] = "".join(token.get("text") for token in tokens)
        return found


def listed(value):
    return value if isinstance(value, list) else [value]


def index(ir):
    written = {}
    todo = [ir]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            if "Node_Type" in node:
                written[node["Node_ID"]] = node
            todo.extend(node.values())
        elif isinstance(node, list):
            todo.extend(node)
    return written


class Program:
    def __init__(self, ir):
        top = Node(ir, index(ir))
        self.declared = [node for node in top.get("objects")
                         if not node.get("Source_Info")["filename"].endswith(ARCHITECTURE)]
        self.typedefs = {node.name: node.get("type") for node in self.of("Type_Typedef")}
        self.externs = {node.name: node for node in self.of("Method")}
        self.functions = {node.name for node in self.of("Function")}
        self.blocks = {node.name: Block(self, node) for node in self.of("P4Parser", "P4Control")}

    def of(self, *kinds):
        found = (node for node in self.declared if node.kind in kinds)
        return sorted(found, key=lambda node: node.name)

    def constructs(self):
        main = next(node for node in self.of("Declaration_Instance") if node.name == "main")
        given = [self.type(argument.get("expression").get("constructedType"))
                 for argument in main.get("arguments")]
        flow = Flow(self, given)
        return {
            "package": {"name": self.type(main.get("type")), "blocks": given},
            "types": {node.name: self.fields(node) for node in self.of(*TYPES)},
            "functions": sorted(self.functions),
            "externs": {name: {
                "annotations": node.annotations(),
                "parameters": self.parameters(node.get("type").get("parameters")),
                "called": sorted(flow.callers[name]),
            } for name, node in self.externs.items()},
            "objects": [node.name for node in self.of("Type_Extern")],
            "blocks": {name: block.constructs(flow) for name, block in self.blocks.items()},
        }

    def fields(self, node):
        if node.kind == "Type_SerEnum":
            return {"kind": "enum", "base": self.type(node.get("type"))}
        return {"kind": TYPES[node.kind], "fields": {
            field.name: self.type(field.get("type")) for field in node.get("fields")}}

    def parameters(self, node):
        return [[each.get("direction"), self.type(each.get("type")), each.name]
                for each in node.get("parameters")]

    def type(self, node):
        """As P4 writes it, with typedefs replaced by what they stand for."""
        if node.kind in ("Type_Bits", "Type_InfInt"):
            return f"{'int' if node.get('isSigned') else 'bit'}<{node.get('size')}>"
        if node.kind == "Type_Varbits":
            return f"varbit<{node.get('size')}>"
        if node.kind == "Type_Array":
            return f"{self.type(node.get('elementType'))}[{node.get('size').get('value')}]"
        if node.kind == "Type_Boolean":
            return "bool"
        if node.kind == "Type_Specialized":
            return self.type(node.get("baseType"))
        name = node.get("path").name if node.kind == "Type_Name" else node.name
        return self.type(self.typedefs[name]) if name in self.typedefs else name


class Block:
    """A parser or a control."""

    def __init__(self, program, node):
        self.program = program
        self.node = node
        self.name = node.name
        declared = node.get("parserLocals") or node.get("controlLocals") or []
        of = lambda kind: {each.name: each for each in declared if each.kind == kind}
        self.actions, self.tables = of("P4Action"), of("P4Table")
        self.instances = {name: program.type(each.get("type"))
                          for name, each in of("Declaration_Instance").items()}
        self.states = {each.name: each for each in node.get("states") or []
                       if each.name not in ("accept", "reject")}
        self.locals = [each for each in declared if each.kind == "Declaration_Variable"]

    def constructs(self, flow):
        declared = self.node.get("type")
        found = {
            "annotations": declared.annotations(),
            "parameters": self.program.parameters(declared.get("applyParams")),
            "parts": {},
        }
        parts = {"locals": self.locals, "apply": listed(self.node.get("body") or [])}
        parts.update((f"action {name}", [node]) for name, node in self.actions.items())
        parts.update((f"state {name}", [node]) for name, node in self.states.items())
        for name, nodes in sorted(parts.items()):
            part = self.part(nodes)
            if name.startswith("state "):
                part["next"] = following(nodes[0])
            if part:
                found["parts"][name] = part
        if self.tables:
            found["tables"] = {name: self.table(node, flow)
                               for name, node in sorted(self.tables.items())}
        return found

    def part(self, nodes):
        everything = [below for node in nodes for below in node.all()]
        uses = {USES[node.kind] for node in everything if node.kind in USES}
        uses |= {"error" for node in everything
                 if node.kind == "Type_Name" and node.get("path").name == "error"}
        calls = {tuple(call) for call in map(self.call, everything) if call}
        found = {}
        if uses:
            found["uses"] = sorted(uses)
        if calls:
            found["calls"] = sorted(map(list, calls), key=str)
        return found

    def call(self, node):
        """Name and arguments, if it is one of what `calls` lists."""
        if node.kind != "MethodCallExpression":
            return None
        method = node.get("method")
        if method.kind == "Member":
            of = method.get("expr").get("type")
            if of.kind != "Type_Extern":
                return None
            name = f"{of.name}.{method.get('member')}"
        else:
            name = method.get("path").name
            if name in self.actions or name == "NoAction":
                return None
        return [name] + [self.argument(each.get("expression")) for each in node.get("arguments")]

    def argument(self, node):
        if node.kind == "Constant":
            return node.get("value")
        return self.program.type(node.get("type"))

    def table(self, node, flow):
        properties = {each.name: each.get("value")
                      for each in node.get("properties").get("properties")}
        keys = properties["key"].get("keyElements") if "key" in properties else []
        return {
            "kinds": sorted({key.get("matchType").get("path").name for key in keys}),
            "properties": sorted(properties),
            "after": sorted(flow.before[self.name, node.name]),
        }


def following(state):
    """States that one leads to; reject as well if no case may match."""
    select = state.get("selectExpression")
    if select is None:
        return ["reject"]
    if select.kind == "PathExpression":
        return [select.get("path").name]
    cases = select.get("selectCases")
    found = {case.get("state").get("path").name for case in cases}
    if not any(case.get("keyset").kind == "DefaultExpression" for case in cases):
        found.add("reject")
    return sorted(found)


class Flow:
    """Which extern functions are called before what, over the blocks of the package in order."""

    def __init__(self, program, blocks):
        self.program = program
        self.before = collections.defaultdict(set) # by (block, table)
        self.callers = collections.defaultdict(list) # by function
        self.ends = [] # of the control that is walked: what was called where it returns
        called = set()
        for name in blocks:
            called = self.block(program.blocks[name], (name,), called)

    def block(self, block, path, called):
        if block.states:
            for state in block.states.values():
                called = called | self.expression(block, path, state, called)
            return called
        outer, self.ends = self.ends, []
        last = self.statement(block, path, block.node.get("body"), called)
        ends, self.ends = self.ends, outer
        return set().union(*ends, *filter(None, [last]))

    def statement(self, block, path, node, called):
        """What was called behind it; None if nothing is behind it."""
        if node.kind == "BlockStatement":
            for each in node.get("components"):
                if called is not None:
                    called = self.statement(block, path, each, called)
            return called
        if node.kind == "IfStatement":
            called = self.expression(block, path, node.get("condition"), called)
            branches = [node.get("ifTrue"), node.get("ifFalse")]
            return self.joined(block, path, branches, called)
        if node.kind == "SwitchStatement":
            called = self.expression(block, path, node.get("expression"), called)
            branches = [case.get("statement") for case in node.get("cases")] + [None]
            return self.joined(block, path, branches, called)
        if node.kind == "ReturnStatement":
            self.ends.append(called)
            return None
        if node.kind == "ExitStatement":
            return None
        return self.expression(block, path, node, called)

    def joined(self, block, path, branches, called):
        ends = [self.statement(block, path, branch, called) if branch else called
                for branch in branches]
        ends = [end for end in ends if end is not None]
        return set().union(*ends) if ends else None

    def expression(self, block, path, node, called):
        for each in node.all():
            if each.kind != "MethodCallExpression":
                continue
            method = each.get("method")
            if method.kind == "PathExpression":
                called = self.named(block, path, method.get("path").name, called)
            elif method.get("member") == "apply" and method.get("expr").kind == "PathExpression":
                called = self.applied(block, path, method.get("expr").get("path").name, called)
        return called

    def named(self, block, path, name, called):
        if name in self.program.externs:
            self.callers[name].append(".".join(path))
            return called | {name}
        if name in block.actions:
            return self.expression(block, path, block.actions[name].get("body"), called)
        return called

    def applied(self, block, path, name, called):
        if name in block.tables:
            self.before[block.name, name] |= called
            return self.expression(block, path, block.tables[name], called)
        inner = self.program.blocks[block.instances[name]]
        return self.block(inner, path + (inner.name,), called)
