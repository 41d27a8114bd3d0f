import { expect, it } from "vitest";
import { searchedSounds } from "./searched-sounds";

const [intro, outro] = [new Uint32Array(1), new Uint32Array(2)];
const fingerprints = { intro, outro, outroStart: 960, duration: 1_440 };

it("places chapters in the parts that are searched, on the clock of the sound", () => {
  const sounds = searchedSounds(fingerprints, {
    startTime: 2,
    chapters: [
      { title: "Prologue", start: 2, end: null },
      { title: "Opening", start: 62, end: null },
      { title: null, start: 152, end: 1_302 },
      { title: "ED", start: 1_352, end: null },
    ],
  });
  expect(sounds.intro.fingerprint).toBe(intro);
  expect(sounds.intro.named).toEqual({ start: 60, end: 150 });
  // The start of the file says nothing about its opening.
  expect(sounds.intro.boundaries).toEqual([60, 60, 150, 150, 1_300, 1_350, 1_440]);
  expect(sounds.outro.fingerprint).toBe(outro);
  expect(sounds.outro.named).toEqual({ start: 390, end: 480 });
  expect(sounds.outro.boundaries.slice(-3)).toEqual([340, 390, 480]);
});

it("has no named parts where titles name none", () => {
  const sounds = searchedSounds(fingerprints, {
    startTime: 0,
    chapters: [{ title: "Chapter 1", start: 0, end: 90 }],
  });
  expect([sounds.intro.named, sounds.outro.named]).toEqual([null, null]);
  expect(sounds.intro.boundaries).toEqual([90]);
});
