"""Which grammar reads a language, and what the kinds of nodes of all grammars stand for.

The grammars share most names of nodes, and don't contradict each other in the others: one table does.
"""

import re
from functools import cache
from importlib import import_module
from typing import Final

from tree_sitter import Language, Node

__all__ = [
    "ASSIGNMENTS",
    "BRANCHES",
    "CALLS",
    "CHAINED",
    "CHOICES",
    "CLOSURES",
    "COMPREHENSIONS",
    "EXHAUSTIVE",
    "EXITS",
    "LISTS",
    "LOOPS",
    "ONCE",
    "OPERATORS",
    "OPTIONAL",
    "ROUTINES",
    "SLICES",
    "family_of",
    "grammar_of",
    "name_of",
    "names_of",
    "parameter_names",
    "parameters_of",
    "with_signs",
]

_GRAMMARS: Final = {
    "python": ("tree_sitter_python", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "java": ("tree_sitter_java", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "kotlin": ("tree_sitter_kotlin", "language"),
    "swift": ("tree_sitter_swift", "language"),
}


def family_of(language: str) -> str:
    """The language that an id of the language table is written in, e.g. ``cpp`` for ``cpp20``."""
    family = re.sub(r"\d+$", "", language)
    return "python" if family == "pypy" else family


@cache
def grammar_of(language: str) -> Language | None:
    """The grammar of a language, if it is installed."""
    if language not in _GRAMMARS:
        return None
    module, function = _GRAMMARS[language]
    try:
        return Language(getattr(import_module(module), function)())
    except ImportError:
        return None


def names_of(text: str) -> frozenset[str]:
    """Names, as they are easiest to read in a table."""
    return frozenset(text.split())


ROUTINES: Final = names_of(
    "function_definition lambda lambda_expression method_declaration constructor_declaration"
    " function_declaration method_definition arrow_function function_expression func_literal"
    " function_item closure_expression generator_function_declaration local_function_statement"
    " lambda_literal anonymous_method_expression init_declaration anonymous_initializer anonymous_function"
)
CLOSURES: Final = names_of(
    "lambda lambda_expression arrow_function function_expression func_literal closure_expression"
    " lambda_literal anonymous_method_expression anonymous_function"
)
LOOPS: Final = names_of(
    "for_statement while_statement do_statement for_range_loop enhanced_for_statement"
    " for_in_statement for_expression while_expression loop_expression foreach_statement"
    " do_while_statement repeat_while_statement"
)
COMPREHENSIONS: Final = names_of(
    "list_comprehension set_comprehension dictionary_comprehension generator_expression"
)
CALLS: Final = names_of(
    "call call_expression method_invocation object_creation_expression new_expression"
    " macro_invocation invocation_expression"
)
BRANCHES: Final = names_of(
    "if_statement if_expression conditional_expression ternary_expression guard_statement"
)
CHOICES: Final = names_of(
    "switch_statement switch_expression match_expression expression_switch_statement match_statement"
    " when_expression"
)
EXHAUSTIVE: Final = frozenset({"match_expression"})
ASSIGNMENTS: Final = names_of(
    "assignment augmented_assignment assignment_expression update_expression init_declarator"
    " variable_declarator augmented_assignment_expression short_var_declaration"
    " assignment_statement var_spec inc_statement dec_statement let_declaration compound_assignment_expr"
    " property_declaration postfix_unary_expression prefix_unary_expression postfix_expression"
    " unary_expression let_condition"
)
OPERATORS: Final = names_of(
    "postfix_unary_expression prefix_unary_expression postfix_expression unary_expression"
)
"""Nodes that give something a value only if their operator is ``++`` or ``--``."""
EXITS: Final = names_of(
    "return_statement break_statement continue_statement raise_statement throw_statement"
    " return_expression break_expression continue_expression control_transfer_statement"
    " jump_expression"
)
LISTS: Final = names_of(
    "argument_list arguments value_arguments value_argument argument annotated_lambda call_suffix"
    " token_tree type_arguments"
)
SLICES: Final = frozenset({"slice", "slice_expression"})
CHAINED: Final = names_of(
    "foreach forEach map filter reduce some every for_each flatMap flat_map filter_map fold any all"
    " find findIndex find_map Select Where Any All Aggregate Sum Count sumOf forEachIndexed mapIndexed"
    " all none associateWith groupBy position take_while anyMatch allMatch mapToObj mapToInt"
    " removeIf computeIfAbsentAll repeat count filterNot associate associateBy indexOfFirst indexOfLast"
    " compactMap allSatisfy mapNotNull filterIndexed filterValues mapValues"
    " all_of any_of none_of count_if find_if transform copy_if remove_if partition_copy"
)
"""Methods that call a closure for each element of what they are called on."""

ONCE: Final = names_of(
    "let also apply run with getOrPut getOrElse map_or map_or_else and_then or_insert_with unwrap_or_else"
)
"""Methods that call a closure once, at most."""

OPTIONAL: Final = re.compile(
    r"\.(?:as_ref|as_mut|as_deref|as_deref_mut|take|pop|pop_front|pop_back|peek|first|last|next)\(\)$"
)
"""What there is one of or none, so that such methods call a closure once, at most."""


OPTIONAL_RUST: Final = re.compile(r"^[\w.]+$|\.(?:clone\(\)|get(?:_mut)?\([^()]*\))$")
"""What has a method ``map`` in Rust though it is no iterator."""

_SIGNS: Final = {"ushr": ">>>", "shr": ">>", "shl": "<<", "and": "&", "or": "|", "xor": "^"}
_WORDS: Final = re.compile(r"(?<= )(?:ushr|shr|shl|and|or|xor)(?= )")


def with_signs(text: str) -> str:
    """Kotlin's operators on bits, as all other languages write them."""
    return _WORDS.sub(lambda match: _SIGNS[match[0]], text)


_DECLARED: Final = frozenset({"function_declarator", "abstract_function_declarator"})


def parameters_of(node: Node) -> Node | None:
    """A routine's list of parameters."""
    for name in ("parameters", "parameter"):
        if (found := node.child_by_field_name(name)) is not None:
            return found
    for child in node.named_children:
        if child.type == "function_value_parameters":  # Kotlin
            return child
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type not in _DECLARED:
        declarator = declarator.child_by_field_name("declarator")
    return declarator.child_by_field_name("parameters") if declarator is not None else None


def name_of(node: Node) -> Node | None:
    """Where a routine says its name, however deep in a declarator."""
    name = node.child_by_field_name("name")
    declarator = node.child_by_field_name("declarator")
    while name is None and declarator is not None:
        inner = declarator.child_by_field_name("declarator")
        if inner is None:
            return declarator if declarator.type != "abstract_function_declarator" else None
        declarator = inner
    return name


def parameter_names(text: str, *, first: bool) -> list[str]:
    """Names in a list of parameters, whatever the language: the last or the first word of each."""
    names = []
    for part in _listed(text.strip("()|")):
        plain = part.split("=")[0].strip()
        if ":" in plain and "::" not in plain:
            plain = plain.split(":")[0]
        words = re.findall(r"\w+", plain)
        if words and words[0] != "this":  # C++: the closure itself
            names.append(words[0 if first else -1])
    return names


_OPENING: Final = frozenset("<([")
_CLOSING: Final = frozenset(">)]")


def _listed(text: str) -> list[str]:
    """What commas separate, but for those within brackets."""
    parts = [""]
    depth = 0
    for sign in re.findall(r"[-=]>|\w+|.", text, re.DOTALL):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if sign == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
