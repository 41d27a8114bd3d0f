import { describe, expect, it } from "vitest";
import { actionOfKey, stepSpeed, type PressedKey } from "./keys";

const press = (key: string, held: Partial<PressedKey> = {}) =>
  actionOfKey({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

describe("a key", () => {
  it.each([
    [" ", { do: "toggle-play" }],
    ["k", { do: "toggle-play" }],
    ["K", { do: "toggle-play" }],
    ["j", { do: "seek-by", seconds: -10 }],
    ["l", { do: "seek-by", seconds: 10 }],
    ["ArrowLeft", { do: "seek-by", seconds: -5 }],
    ["ArrowRight", { do: "seek-by", seconds: 5 }],
    ["0", { do: "seek-to-part", part: 0 }],
    ["9", { do: "seek-to-part", part: 0.9 }],
    ["Enter", null],
    ["n", null],
  ])("%j does %j", (key, action) => {
    expect(press(key)).toEqual(action);
  });

  it("with Shift goes to the next and the previous episode, changes the speed and shows the help", () => {
    expect(press("N", { shiftKey: true })).toEqual({ do: "next-episode" });
    expect(press("P", { shiftKey: true })).toEqual({ do: "previous-episode" });
    expect(press(">", { shiftKey: true })).toEqual({ do: "speed-by", steps: 1 });
    expect(press("?", { shiftKey: true })).toEqual({ do: "show-help" });
    expect(press("J", { shiftKey: true })).toBeNull();
  });

  it("with another modifier is left to the browser", () => {
    for (const held of ["ctrlKey", "altKey", "metaKey"] as const)
      expect(press("f", { [held]: true })).toBeNull();
  });
});

describe("the playback speed", () => {
  it("steps up and down and stops at its limits", () => {
    expect(stepSpeed(1, 1)).toBe(1.25);
    expect(stepSpeed(1, -1)).toBe(0.75);
    expect(stepSpeed(1.1, 1)).toBe(1.25);
    expect(stepSpeed(2, 1)).toBe(2);
    expect(stepSpeed(0.5, -1)).toBe(0.5);
  });
});
