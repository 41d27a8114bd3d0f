import { expect, it } from "vitest";
import { secondFactorCodeSchema } from "./code-input";

const parse = (typed: unknown) => secondFactorCodeSchema.safeParse(typed);
const RECOVERY = "0123-4567-89ab-cdef-ghjk-mnpq";

it.each([
  ["123456", { kind: "app", code: "123456" }],
  [" 123 456 ", { kind: "app", code: "123456" }],
  ["１２３４５６", { kind: "app", code: "123456" }],
  [RECOVERY, { kind: "recovery", code: "0123456789abcdefghjkmnpq" }],
  ["OI23–4567 89AB CDEF GHJK MNPQ", { kind: "recovery", code: "0123456789abcdefghjkmnpq" }],
])("reads %s however it is grouped", (typed, code) => {
  expect(parse(typed)).toEqual({ success: true, data: code });
});

it.each(["", "  ", "12345", "1234567", RECOVERY.slice(1), `${RECOVERY}0`, "a".repeat(65), 123_456])(
  "refuses %s",
  (typed) => {
    expect(parse(typed).success).toBe(false);
  },
);
