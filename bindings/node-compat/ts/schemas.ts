// JSON Schemas as the official SDK sends them: those that zod makes of the output types of its schemas. In schemas of
// answers, keywords that the service does not accept become words in the description.

import type { AnySchema } from "parlour";
import { jsonSchemaOf } from "parlour/hooks";

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/** Formats that the official SDK keeps; it puts others into the description. */
const FORMATS: ReadonlySet<unknown> = new Set([
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uri",
    "uuid",
]);

/**
 * The schema as it is given to the SDK's own code: that of zod, JSON Schema itself, or the one that another library
 * makes.
 */
export function jsonOf(schema: AnySchema, what: string): Schema {
    const { toJSONSchema } = schema as { toJSONSchema?: (options: object) => object };
    if (typeof toJSONSchema === "function") {
        try {
            return { ...toJSONSchema.call(schema, { reused: "ref" }) };
        } catch {
            // Not every output type of zod has a JSON Schema, for example a date; the input type may have one.
            return jsonSchemaOf(schema, what);
        }
    }
    const json = jsonSchemaOf(schema, what);
    return "~standard" in schema ? json : { ...(schema as Schema) };
}

/** The schema of an answer: objects are closed, and the description states the parts that are not enforced. */
export function forAnswer(schema: Schema): Schema {
    const { $defs, $ref, type, anyOf, oneOf, allOf, description, title, ...left } = schema;
    const made: Schema = {};
    if (isSchema($defs)) made.$defs = mapped($defs);
    if ($ref !== undefined) return { ...made, $ref };
    if (Array.isArray(anyOf)) made.anyOf = anyOf.map(part);
    else if (Array.isArray(oneOf)) made.anyOf = oneOf.map(part);
    else if (Array.isArray(allOf)) made.allOf = allOf.map(part);
    else if (type !== undefined) made.type = type;
    if (description !== undefined) made.description = description;
    if (title !== undefined) made.title = title;
    /** A key that is kept if it is one that the service enforces. */
    const keep = (name: string, holds: boolean, value: unknown = left[name]): void => {
        if (!(name in left) || !holds) return;
        made[name] = value;
        Reflect.deleteProperty(left, name);
    };
    if (type === "object") {
        made.properties = mapped(isSchema(left.properties) ? left.properties : {});
        made.additionalProperties = false;
        Reflect.deleteProperty(left, "properties");
        Reflect.deleteProperty(left, "additionalProperties");
        keep("required", true);
    } else if (type === "string") {
        keep("format", FORMATS.has(left.format));
    } else if (type === "array") {
        keep("items", true, part(left.items));
        keep("minItems", left.minItems === 0 || left.minItems === 1);
    }
    const notes = Object.entries(left).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    if (notes.length > 0) {
        const before = typeof description === "string" && description !== "" ? `${description}\n\n` : "";
        made.description = `${before}{${notes.join(", ")}}`;
    }
    return made;
}

const part = (value: unknown): unknown => (isSchema(value) ? forAnswer(value) : value);

const mapped = (values: Schema): Schema =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, part(value)]));
