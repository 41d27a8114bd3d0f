import assert from "node:assert/strict";
import { parseDate, parseTimestamp } from "~/features/watch-list/transfer/imported-entry";
import { parseBirthday } from "~/features/profile/birthday";
import type { FuzzTarget } from "../target";

const NOW = Date.parse("2026-06-01T00:00:00Z");

export default {
  instrumented: ["/imported-entry", "/birthday"],
  dictionary: [
    "2024-02-29",
    "2023-02-29",
    "0000-00-00",
    "T00:00:00Z",
    "T23:59:59.999+14:00",
    "-",
    "Z",
    "1e10",
    "-271821-04-20",
  ],
  run(input) {
    const text = input.toString("utf8");
    for (const date of [parseDate(text), parseBirthday(text, new Date(NOW))]) {
      if (date === null || date === undefined) continue;
      // A year or a month alone is complete with its first day.
      const day = date + "-01".repeat((10 - date.length) / 3);
      assert.equal(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10), day);
    }
    for (const value of [text, Number(text)]) {
      const time = parseTimestamp(value, NOW)?.getTime();
      assert.ok(time === undefined || (time > 0 && time <= NOW));
    }
  },
} satisfies FuzzTarget;
