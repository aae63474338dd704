"""Rust's types of small documents. `scripts/schema.sh test` runs them."""

from __future__ import annotations

import textwrap

import pytest
from generate import document, rust_types
from generate.rust_model import Union, items


def parts(schemas: str, enums: str = "") -> dict[str, str]:
    """The generated types by the name of the file."""
    text = "components:\n  schemas:\n" + textwrap.indent(textwrap.dedent(schemas), "    ")
    if enums:
        text += "\nx-rust:\n" + textwrap.indent(textwrap.dedent(enums), "  ")
    made = {path.stem: one for path, one in rust_types.files(document.read(text)).items()}
    return {name: one["types"] for name, one in made.items() if "types" in one and name != "schema"}


PAIR = """
    Block:
      description: Text.
      x-rust: content::TextBlock
      required: [type, text]
      properties:
        type: {const: text}
        text: {type: string, description: The text.}
    BlockParam:
      description: Text that is sent.
      x-rust: content::TextBlock
      required: [type, text]
      properties:
        type: {const: text}
        text: {type: string, description: The same.}
        cache_control: {type: object, description: Cache marker.}
"""


def test_schemas_of_one_type_are_merged() -> None:
    assert parts(PAIR)["content"] == textwrap.dedent(
        """\
        use crate::json::Json;

        wire! {
            /// Text.
            pub struct TextBlock, tag = "text" {
                /// The text.
                "text" text: String,
                /// Cache marker.
                "cache_control" cache_control: Option<Json>,
            }
        }"""
    )


def test_a_field_is_optional_unless_it_is_always_there() -> None:
    made = parts(
        """
        Usage:
          description: Tokens.
          x-rust: usage::Usage
          required: [input, cached]
          properties:
            input: {type: integer, description: In.}
            cached: {type: [integer, "null"], description: Cached.}
            output: {type: integer, description: Out.}
        """
    )["usage"]
    assert '"input" input: u64,' in made
    assert '"cached" cached: Option<u64>,' in made
    assert '"output" output: Option<u64>,' in made


def test_the_document_has_what_rust_needs_besides() -> None:
    made = parts(
        """
        Call:
          description: A call.
          x-rust:
            type: call::Call
            verify: has_an_id
            first: [result]
            fields:
              type: {default: '"direct".to_owned()', doc: "`direct`."}
              result: {type: Box<other::Result>, name: outcome}
              sent: {type: bool, doc: Added.}
            tag: false
            local: {state: {type: state::State, doc: Never sent.}}
            example: |
              call();
          required: [type]
          properties:
            type: {const: direct}
            result: {type: object, description: What it gave.}
        """
    )["call"]
    assert made == textwrap.dedent(
        """\
        use super::other::Result;
        use super::state::State;

        wire! {
            /// A call.
            ///
            /// ```
            /// call();
            /// ```
            pub struct Call, verify = has_an_id {
                /// What it gave.
                "result" outcome: Option<Box<Result>>,
                /// `direct`.
                "type" kind: String = "direct".to_owned(),
                /// Added.
                "sent" sent: bool,
            }
            local {
                /// Never sent.
                state: State,
            }
        }"""
    )


def test_a_string_is_documented_with_its_values() -> None:
    made = parts(
        """
        A:
          description: A.
          x-rust: {type: a::A, tag: false}
          required: [type]
          properties:
            type: {const: a}
            speed: {enum: [slow, fast], description: The speed.}
            other: {enum: [slow, fast], description: "`slow`, else `fast`."}
        """
    )["a"]
    assert '/// `a`.\n        "type"' in made
    assert '/// The speed: `slow` or `fast`.\n        "speed"' in made
    assert '/// `slow`, else `fast`.\n        "other"' in made


def test_a_long_comment_is_folded() -> None:
    made = parts(f"A: {{description: {'word ' * 40}, x-rust: a::A, properties: {{}}}}")["a"]
    lines = [line for line in made.split("\n") if "///" in line]
    assert len(lines) == 2
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize(
    ("own", "refused"),
    [
        ("{type: a::A, typo: 1}", "A: `x-rust` has no typo"),
        ("{type: a::A, fields: {b: {typ: B}}}", "b: `x-rust` has no typ"),
    ],
)
def test_a_misspelt_key_is_refused(own: str, refused: str) -> None:
    with pytest.raises(ValueError, match=refused):
        parts(f"A: {{description: A., x-rust: {own}, properties: {{}}}}")


def test_a_schema_without_a_type_in_rust_is_refused_as_a_field() -> None:
    with pytest.raises(ValueError, match="b: `x-rust` of B has to name its type"):
        parts(
            """
            A:
              description: A.
              x-rust: a::A
              properties: {b: {$ref: "#/components/schemas/B", description: B.}}
            B: {description: B., properties: {}}
            """
        )


UNIONS = """
    Found:
      description: A result.
      x-rust: {type: content::Found, tag: false, fields: {type: {doc: Which.}}}
      required: [type]
      properties:
        type: {enum: [found, lost], description: Which.}
    Unknown: {description: Others., x-unknown: true, properties: {type: {type: string, description: Any.}}}
    Answer:
      description: A block.
      x-rust: {type: content::ContentBlock, variants: {lost: {name: Gone, type: Box<content::Found>, doc: Lost.}}}
      anyOf:
        - {$ref: "#/components/schemas/Block"}
        - {$ref: "#/components/schemas/Found"}
        - {$ref: "#/components/schemas/Unknown"}
    Request:
      description: A block of a request.
      x-rust: input::InputBlock
      anyOf: [{$ref: "#/components/schemas/Answer"}]
"""


def test_a_union_has_a_variant_for_each_type_on_the_wire() -> None:
    made = parts(PAIR + UNIONS)
    union = textwrap.dedent(
        """\
        open_union! {
            /// A block.
            pub enum ContentBlock {
                /// Text.
                "text" => Text(TextBlock) as_text,
                /// A result.
                "found" => Found(Found) as_found,
                /// Lost.
                "lost" => Gone(Box<Found>) as_gone,
            }
        }"""
    )
    assert made["content"].startswith(f"use crate::json::Json;\n\n{union}\n")
    # Those of a union among its members are its own.
    assert "use super::content::{Found, TextBlock};" in made["input"]
    assert '"lost" => Lost(Found) as_lost,' in made["input"]


SPEED = """
    enums::Speed:
      doc: How fast.
      values:
        fast: Fast.
        "1x": {name: Normal, doc: Normal.}
"""


def test_values_have_names_and_documents() -> None:
    made = parts("A: {description: A., x-rust: a::A, properties: {}}", SPEED)["enums"]
    assert '        /// Fast.\n        Fast = "fast",\n' in made
    assert '        /// Normal.\n        Normal = "1x",\n' in made


def test_a_value_of_the_schema_that_has_no_name_is_refused() -> None:
    schema = """
        A:
          description: A.
          x-rust: {type: a::A, fields: {speed: enums::Speed}}
          properties: {speed: {enum: [fast, slow], description: Speed.}}
        """
    with pytest.raises(ValueError, match=r"enums::Speed: .* slow"):
        parts(schema, SPEED)


def test_every_block_of_an_answer_can_be_sent_back() -> None:
    made = {one.path: one for one in items(document.load())}
    answer, request = made["content::ContentBlock"], made["input::InputBlock"]
    assert isinstance(answer, Union)
    assert isinstance(request, Union)
    sent = {variant.tag: variant.type for variant in request.variants}
    assert {variant.tag: variant.type for variant in answer.variants}.items() <= sent.items()
