import { describe, expect, it } from "vitest";
import { chaptersWithin, type FileChapter } from "./chapters";

const film = { startTime: 0, duration: 10 };
const chapter = (title: string, start: number, more: Partial<FileChapter> = {}): FileChapter => ({
  title,
  start,
  end: null,
  ...more,
});
const placed = (chapters: readonly FileChapter[], within: Parameters<typeof chaptersWithin>[1]) =>
  chaptersWithin(chapters, within).map(({ title, start, end }) => [title, start, end]);

describe("chaptersWithin", () => {
  it("ends a chapter at the next one, shown or not, and leaves out what lies outside", () => {
    const chapters = [
      chapter("Wrapped", 86_399.997),
      chapter("Hidden", 7, { isHidden: true }),
      chapter("Intro", 2),
      chapter("Late", 3_300),
    ];
    expect(placed(chapters, film)).toEqual([["Intro", 2, 7]]);
  });

  it.each([
    ["is reversed", 1],
    ["is the start", 2],
    ["is that of the film", 10],
    ["is behind the film", 11],
    ["is a wrapped one", 86_399.997],
  ])("takes the next start for an end that %s", (_name, end) => {
    expect(placed([chapter("Intro", 2, { end }), chapter("Part A", 7, { end })], film)).toEqual([
      ["Intro", 2, 7],
      ["Part A", 7, 10],
    ]);
  });

  it("keeps an end before the start of the next chapter, and none behind it", () => {
    const chapters = [
      chapter("Intro", 2, { end: 5 }),
      chapter("A", 7, { end: 9.99 }),
      chapter("B", 8),
    ];
    expect(placed(chapters, film)).toEqual([
      ["Intro", 2, 5],
      ["A", 7, 8],
      ["B", 8, 10],
    ]);
  });

  it("lets parts of a chapter end within it", () => {
    const chapters = [
      chapter("Intro", 2, { end: 7 }),
      chapter("Title card", 3, { end: 4, depth: 1 }),
      chapter("Verse", 4, { end: 9, depth: 1 }),
      chapter("A", 7),
    ];
    expect(placed(chapters, film)).toEqual([
      ["Intro", 2, 7],
      ["Title card", 3, 4],
      ["Verse", 4, 7],
      ["A", 7, 10],
    ]);
  });

  it("ends a chapter neither at its own parts nor at one of the same time", () => {
    const chapters = [
      chapter("Intro", 2),
      chapter("Title card", 2, { depth: 1 }),
      chapter("Verse", 3, { depth: 1 }),
      chapter("Twin", 2),
      chapter("Part A", 7),
    ];
    expect(placed(chapters, film)).toEqual([
      ["Intro", 2, 7],
      ["Twin", 2, 7],
      ["Title card", 2, 3],
      ["Verse", 3, 7],
      ["Part A", 7, 10],
    ]);
  });

  it("leaves out what ends before a film that starts late", () => {
    const late = { startTime: 4, duration: 10 };
    const chapters = [chapter("Before", 0), chapter("Intro", 3), chapter("A", 7), chapter("B", 14)];
    expect(placed(chapters, late)).toEqual([
      ["Intro", 3, 7],
      ["A", 7, 14],
    ]);
  });

  it("leaves the last end open while the film's length is unknown", () => {
    const unknown = { startTime: 0, duration: null };
    const chapters = [chapter("Intro", 2), chapter("A", 7), chapter("No film", 2 ** 64 / 1e9)];
    expect(placed(chapters, unknown)).toEqual([
      ["Intro", 2, 7],
      ["A", 7, null],
    ]);
  });
});
