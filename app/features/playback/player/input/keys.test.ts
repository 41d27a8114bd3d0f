import { describe, expect, it } from "vitest";
import { actionOfKey, stepSpeed, type PressedKey } from "./keys";

const press = (key: string, held: Partial<PressedKey> = {}) =>
  actionOfKey({
    key,
    code: "",
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...held,
  });

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

  it.each<[layout: string, key: string, code: string, shiftKey: boolean, does: string | null]>([
    ["Russian", "а", "KeyF", false, "toggle-fullscreen"],
    ["Russian", "А", "KeyF", true, null],
    ["Russian", "Т", "KeyN", true, "next-episode"],
    ["Russian", "з", "KeyP", false, null],
    ["Russian", "Ю", "Period", true, "speed-by"],
    ["Russian", "ю", "Period", false, null],
    ["Greek", "κ", "KeyK", false, "toggle-play"],
    ["Hebrew", "צ", "KeyM", false, "toggle-mute"],
    ["Thai", "่", "KeyJ", false, "seek-by"],
    ["French", "&", "Digit1", false, "seek-to-part"],
    ["French", "é", "Digit2", false, "seek-to-part"],
    ["French", "2", "Digit2", true, "seek-to-part"],
    ["French", "q", "KeyA", false, null],
    ["French", ",", "KeyM", false, null],
    ["French", "m", "Semicolon", false, "toggle-mute"],
    ["Persian", "۵", "Digit5", false, "seek-to-part"],
    ["American", "!", "Digit1", true, null],
    ["Turkish", "ç", "Period", false, null],
    ["Dvorak", "t", "KeyK", false, "toggle-theater"],
    ["any", "Unidentified", "KeyF", false, null],
  ])("of the %s layout, %s, is found by its letter or its place", (_, key, code, shift, does) => {
    expect(press(key, { code, shiftKey: shift })?.do ?? null).toBe(does);
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
