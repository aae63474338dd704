//! The parts of the official suite that the validator does not claim (decision 0093), each with the reason. An entry
//! that is no longer needed fails the run.

const ANCHOR: &str = "`$anchor`: a reference is a JSON pointer into the same schema";
const DYNAMIC: &str = "`$dynamicRef` is not resolved";
const ID: &str = "`$id`: a reference is a JSON pointer into the same schema";
const META: &str = "`$schema` chooses no vocabulary: each keyword has the meaning of the standard's";
const OLDER: &str = "`dependencies` belongs to older drafts";
const PATTERN: &str = "regular expressions are not evaluated";
const REMOTE: &str = "no schema is fetched";
const UNEVALUATED: &str = "`unevaluatedItems` and `unevaluatedProperties` are not checked";

/// Files that are left out as a whole, and why.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("anchor.json", ANCHOR),
    ("dynamicRef.json", DYNAMIC),
    ("optional/cross-draft.json", REMOTE),
    ("optional/dependencies-compatibility.json", OLDER),
    ("optional/dynamicRef.json", DYNAMIC),
    ("optional/ecmascript-regex.json", PATTERN),
    ("optional/format-assertion.json", META),
    ("optional/non-bmp-regex.json", PATTERN),
    ("pattern.json", PATTERN),
    ("patternProperties.json", PATTERN),
    ("refRemote.json", REMOTE),
    ("unevaluatedItems.json", UNEVALUATED),
    ("unevaluatedProperties.json", UNEVALUATED),
];

/// Groups that are left out: the file, the description of the group, and why.
pub(crate) const GROUPS: &[(&str, &str, &str)] = &[
    (
        "additionalProperties.json",
        "additionalProperties being false does not allow other properties",
        PATTERN,
    ),
    ("additionalProperties.json", "non-ASCII pattern with additionalProperties", PATTERN),
    ("defs.json", "validate definition against metaschema", REMOTE),
    ("not.json", "collect annotations inside a 'not', even if collection is disabled", UNEVALUATED),
    ("optional/anchor.json", "$anchor inside an enum is not a real identifier", ANCHOR),
    ("optional/id.json", "$id inside an enum is not a real identifier", ID),
    ("optional/unknownKeyword.json", "$id inside an unknown keyword is not a real identifier", ID),
    ("properties.json", "properties, patternProperties, additionalProperties interaction", PATTERN),
    ("propertyNames.json", "propertyNames validation with pattern", PATTERN),
    ("ref.json", "remote ref, containing refs itself", REMOTE),
    ("ref.json", "Recursive references between schemas", ID),
    ("ref.json", "ref creates new scope when adjacent to keywords", UNEVALUATED),
    ("ref.json", "refs with relative uris and defs", ID),
    ("ref.json", "relative refs with absolute uris and defs", ID),
    ("ref.json", "$id must be resolved against nearest parent, not just immediate parent", ID),
    ("ref.json", "order of evaluation: $id and $ref", ID),
    ("ref.json", "order of evaluation: $id and $anchor and $ref", ID),
    ("ref.json", "simple URN base URI with $ref via the URN", ID),
    ("ref.json", "URN base URI with URN and JSON pointer ref", ID),
    ("ref.json", "URN base URI with URN and anchor ref", ID),
    ("ref.json", "URN ref with nested pointer ref", ID),
    ("ref.json", "ref to if", ID),
    ("ref.json", "ref to then", ID),
    ("ref.json", "ref to else", ID),
    ("ref.json", "ref with absolute-path-reference", ID),
    ("vocabulary.json", "schema that uses custom metaschema with with no validation vocabulary", META),
];
