import { describe, expect, it } from "vitest";
import { enteredMark, markAt, type SkipMark } from "./skip-marks";

const intro: SkipMark = { kind: "intro", start: 60, end: 150 };
const outro: SkipMark = { kind: "outro", start: 1300, end: null };
const marks = [intro, outro];

describe("a skippable part", () => {
  it("is offered from its start to a second before its end", () => {
    expect(
      [59.9, 60, 148.9, 149, 1299, 1300, 9999].map((time) => markAt(marks, time)?.kind ?? null),
    ).toEqual([null, "intro", "intro", null, null, "outro", "outro"]);
  });

  it("is entered by playing over its start", () => {
    expect(enteredMark(marks, 59.8, 60.05)).toBe(intro);
    expect(enteredMark(marks, 60.05, 60.3)).toBeNull();
    expect(enteredMark(marks, 1299.9, 1300.1)).toBe(outro);
  });

  it("is not entered by seeking into it from either side", () => {
    expect(enteredMark(marks, 10, 100)).toBeNull();
    expect(enteredMark(marks, 400, 100)).toBeNull();
    expect(enteredMark(marks, 400, 60)).toBeNull();
  });

  it("at the very start is entered by starting there, and not by resuming in it", () => {
    const opening: SkipMark = { kind: "intro", start: 0, end: 90 };
    expect(enteredMark([opening], null, 0.2)).toBe(opening);
    expect(enteredMark([opening], null, 40)).toBeNull();
  });
});
