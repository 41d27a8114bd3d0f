import assert from "node:assert/strict";
import { parseContentRange, parseRange, resolveRange } from "~/media/video/byte-range";
import type { FuzzTarget } from "../target";

export default {
  instrumented: ["/app/media/video/byte-range"],
  dictionary: ["bytes=", "bytes ", "-", "/", "*", ",", "0-0", "99999999999999999999"],
  run(input) {
    const text = input.toString("latin1");
    const range = parseRange(text);
    for (const size of [0, 1, 10, 2 ** 40]) {
      const resolved = range === null ? null : resolveRange(range, size);
      if (resolved === null) continue;
      const { start, end } = resolved;
      assert.ok(start >= 0 && start <= end && end < size, `${start}-${end}/${size}`);
    }
    const content = parseContentRange(text);
    if (content === null) return;
    assert.ok(content.start <= content.end && Number.isSafeInteger(content.end));
    assert.ok(content.total === null || content.end < content.total);
  },
} satisfies FuzzTarget;
