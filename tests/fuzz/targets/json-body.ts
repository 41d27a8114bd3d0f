import assert from "node:assert/strict";
import { readJsonBody } from "~/http/request/read-body.server";
import type { FuzzTarget } from "../target";
import { assertSameResult } from "../body";

export default {
  instrumented: ["/app/http/request/", "/app/parsing/"],
  dictionary: [
    '"',
    "\\",
    '\\"',
    "\\u00e9",
    "\\u",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    '"a":',
    "null",
    "[[[[[[[[[[[[[[[[",
    "\xc3\xa9",
    "\xff",
    '"__proto__":',
  ],
  async run(input) {
    const result = await assertSameResult(input, "application/json", (request) =>
      readJsonBody(request, { text: 4_096 }),
    );
    if (result instanceof Error || input.byteLength === 0) return;
    assert.deepEqual(result, JSON.parse(new TextDecoder().decode(input)));
  },
} satisfies FuzzTarget;
