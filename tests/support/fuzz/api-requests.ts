import { seededRandom } from "../random";
import { documentedOperations, type ApiOperation, type Schema } from "../documented-operations";

export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** These values are sent unencoded. */
const RAW_QUERY_VALUES = [
  "%00",
  "%ff%fe",
  "%",
  "%zz",
  "+",
  "%2B",
  "a%00b",
  "%F0%9F",
  "&&=",
  "[]=1",
];
const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "null",
  "undefined",
  "true",
  "-1",
  "0",
  "1.5",
  "1e309",
  "NaN",
  "2147483648",
  "9223372036854775808",
  "999999999999999999999999",
  "'; DROP TABLE animes; --",
  "%' OR 1=1",
  "\\",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "\u202e\u200b\ufeff",
  "\ud800",
  "ẞİıﬀ",
  "進撃の巨人",
  "👨‍👩‍👧‍👦".repeat(20),
  "a".repeat(257),
  "a".repeat(5_000),
  ",".repeat(300),
  "%00",
  "http://127.0.0.1:1/",
  "http://[::1]/",
  "http://0x7f.1/",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "__proto__",
  "constructor",
  "2024-02-30",
  "0000-00-00",
  "(?:a+)+$",
];
const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  -0.5,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  -2_147_483_649,
  { $ne: 1 },
  { toString: 1, length: -1 },
  [null, {}, "x"],
  Array.from({ length: 600 }, (_, index) => index),
];
const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/xml",
  "application/octet-stream",
  "",
  'a/b;c="',
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
const MAX_DEPTH = 3;

/** Makes requests from the OpenAPI document: valid, at the bounds and hostile. */
export function createApiFuzzer({
  seed,
  known,
}: {
  seed: number;
  known: Readonly<Record<string, readonly unknown[]>>;
}): () => FuzzedRequest {
  const choices = seededRandom(seed);
  const random = () => choices.below(2 ** 32) / 2 ** 32;
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const chance = (share: number) => random() < share;
  const operations = documentedOperations();

  function valid(name: string, schema: Schema, depth = 0): unknown {
    const values = known[name];
    if (values !== undefined && chance(0.8)) return pick(values);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return valid(name, pick(choices), depth);
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    if (type === "integer" || type === "number")
      return pick([
        schema.minimum ?? 0,
        (schema.minimum ?? 0) - 1,
        schema.maximum ?? 500,
        (schema.maximum ?? 500) + 1,
        below(1_000),
      ]);
    if (type === "boolean") return chance(0.5);
    if (type === "null") return null;
    if (type === "array")
      return Array.from({ length: below(4) }, () => valid(name, schema.items ?? {}, depth + 1));
    if (type === "object" && depth < MAX_DEPTH) return object(schema, depth + 1);
    return pick(["text", "2024-05-17", "Drama", "a".repeat(Math.min(schema.maxLength ?? 8, 300))]);
  }

  function object(schema: Schema, depth: number): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(() => chance(0.75))
        .map(([name, own]) => [name, value(name, own, depth)]),
    );
  }

  function value(name: string, schema: Schema, depth = 0): unknown {
    if (chance(0.65)) return valid(name, schema, depth);
    return chance(0.5) ? pick(HOSTILE_TEXTS) : pick(HOSTILE_VALUES);
  }

  function query({ parameters }: ApiOperation): string {
    const pairs = parameters
      .filter(({ required }) => (required ? chance(0.9) : chance(0.3)))
      .flatMap(({ name, schema }) => {
        const times = chance(0.1) ? 1 + below(chance(0.1) ? 200 : 3) : 1;
        return Array.from({ length: times }, () =>
          chance(0.07)
            ? `${name}=${pick(RAW_QUERY_VALUES)}`
            : `${name}${chance(0.03) ? "[]" : ""}=${encode(value(name, schema))}`,
        );
      });
    if (chance(0.05)) pairs.push(`${encode(pick(HOSTILE_TEXTS))}=${encode(pick(HOSTILE_TEXTS))}`);
    return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  }

  function body({ body: schema }: ApiOperation): Pick<FuzzedRequest, "body" | "headers"> {
    if (schema === undefined && chance(0.9)) return { body: null, headers: {} };
    const own = schema?.properties ?? (schema?.anyOf ?? schema?.oneOf)?.[0]?.properties;
    const content =
      own === undefined ? value("body", schema ?? {}) : object({ properties: own }, 1);
    if (chance(0.15)) {
      const fields = Object.entries(content ?? {}).map(
        ([name, field]) => `${encode(name)}=${encode(field)}`,
      );
      return {
        body: Buffer.from(fields.join("&")),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      };
    }
    return {
      body: Buffer.from(malformed(JSON.stringify(content))),
      headers: chance(0.9)
        ? { "content-type": "application/json" }
        : { "content-type": pick(TYPES) },
    };
  }

  function malformed(text: string): string {
    if (chance(0.9)) return text;
    return pick([
      text.slice(0, below(text.length + 1)),
      `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
      `{"a":`.repeat(2_000),
      `${text}${text}`,
      `\ufeff${text}`,
      `{"__proto__":${text}}`,
      `[${text}]`,
      "",
      `"${"a".repeat(100_000)}"`,
    ]);
  }

  return () => {
    const operation = pick(operations);
    const { path, method } = operation;
    const sent = body(operation);
    const isOther = chance(0.04);
    const suffix = chance(0.02) ? pick(["/", "//", "/..", "%00", ".data", "/x"]) : "";
    return {
      method: isOther
        ? pick(METHODS)
        : chance(0.05) && method === "get"
          ? "HEAD"
          : method.toUpperCase(),
      path: path + suffix + query(operation),
      body: sent.body,
      headers: {
        ...sent.headers,
        ...(chance(0.03) ? { range: pick(["bytes=0-0", "bytes=-1", "bytes=9-1", "x"]) } : {}),
        ...(chance(0.03) ? { "if-none-match": pick(["*", '"x"', "W/", "a".repeat(2_000)]) } : {}),
        ...(chance(0.03) ? { origin: pick(["null", "http://evil.test", "x"]) } : {}),
        ...(chance(0.03) ? { "accept-encoding": pick(["br;q=0", "x", "*;q=2", ""]) } : {}),
        ...(chance(0.03) ? { "content-encoding": pick(["gzip", "br", "x"]) } : {}),
      },
    };
  };
}

function encode(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
}
