import assert from "node:assert/strict";
import { readUrlencodedForm } from "~/http/request/form-body.server";
import type { FuzzTarget } from "../target";
import { assertSameResult } from "../body";

export default {
  instrumented: ["/app/http/request/", "/app/parsing/"],
  dictionary: ["&", "=", "+", "%", "%41", "%C3%A9", "%zz", "__proto__=", "\xc3\xa9", "?"],
  async run(input) {
    const type = "application/x-www-form-urlencoded";
    const record = await assertSameResult(input, type, (request) =>
      readUrlencodedForm(request, { text: 64 * 1024 }),
    );
    if (record instanceof Error) return;
    const expected = new Map<string, string[]>();
    const parameters = new URLSearchParams(
      `&${input.toString("latin1").replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)}`,
    );
    for (const [name, value] of parameters)
      expected.set(name, [...(expected.get(name) ?? []), value]);
    assert.deepEqual(
      record,
      Object.fromEntries(
        [...expected].map(([name, given]) => [name, given.length > 1 ? given : given[0]]),
      ),
    );
  },
} satisfies FuzzTarget;
