import { runInThisContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { nameThePrototype } from "./shared-shapes";

/** Evaluates code with the names that the cases use. */
function evaluate(code: string): unknown {
  const run = runInThisContext(`(a, b, f) => ${code}`) as (...values: unknown[]) => unknown;
  return run(
    { one: 1, two: 2 },
    JSON.parse('{ "two": 3, "__proto__": 4 }') as object,
    (value: unknown) => value,
  );
}

describe("the prototype's name in objects that begin with a spread", () => {
  it.each([
    "({ ...a })",
    "({ ...a, three: 3 })",
    "({ ...a, ...b, three: 3 })",
    "({ ...b })",
    "({ ...a, one: { ...b, four: f({ ...a, five: 5 }) } })",
    "({ ...null, ...undefined, ...'text' })",
    "({ ...(1 > 2 ? a : b), two: 5, 'a-b': 6, [`c`]: 7 })",
    "f(({ one, ...rest }) => ({ ...rest, one }))(a)",
  ])("changes nothing else: %s", (code) => {
    const changed = nameThePrototype(code);
    expect(changed).toContain("{ __proto__: Object.prototype, ...");
    const [expected, value] = [evaluate(code), evaluate(changed)];
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value as object)).toEqual(Object.entries(expected as object));
    expect(value).toStrictEqual(expected);
  });

  it.each([
    "({ one: 1, ...a })",
    "({})",
    "({ ...a, __proto__: null })",
    "({ ...a, '__proto__': b })",
    "[...f([])]",
    "f('{ ...a, b: 1 }')",
    "f(({ ...rest }) => rest)(a)",
  ])("is in no other code: %s", (code) => {
    expect(nameThePrototype(code)).toBe(code);
  });

  it("keeps what surrounds them, also characters of two units", () => {
    expect(nameThePrototype("f('\u{1f600}é'); ({ ...a, b: 1 }); f('é')")).toBe(
      "f('\u{1f600}é'); ({ __proto__: Object.prototype, ...a, b: 1 }); f('é')",
    );
  });
});
