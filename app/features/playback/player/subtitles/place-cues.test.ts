import { expect, it } from "vitest";
import { placeBoxes, readCue } from "./place-cues";

const CUE = {
  text: "Text",
  align: "center",
  size: 100,
  line: "auto",
  position: "auto",
  snapToLines: true,
  vertical: "",
} as const;
type Cue = Parameters<typeof readCue>[0];

/** The top left corners in an area of 1000 by 500, of boxes of 200 by 50 and rows of 25. */
function places(...cues: Partial<Cue>[]) {
  const boxes = cues.map((cue) => {
    const { placement } = readCue({ ...CUE, ...cue });
    return { width: 200, height: 50, placement };
  });
  return placeBoxes(boxes, { width: 1000, height: 500, row: 25 }).map(({ left, top }) => [
    left,
    top,
  ]);
}

const percent = { snapToLines: false };

it.each<[string, Partial<Cue>, number[]]>([
  ["below by itself", {}, [400, 450]],
  ["in the first row", { line: 0 }, [400, 0]],
  ["in the third row", { line: 2 }, [400, 50]],
  ["in the last row", { line: -1 }, [400, 450]],
  ["in a row from below", { line: -4 }, [400, 400]],
  ["in no row", { line: 99 }, [400, 450]],
  ["at a percentage", { ...percent, line: 20, lineAlign: "start" }, [400, 100]],
  ["in the middle", { ...percent, line: 50, lineAlign: "center" }, [400, 225]],
  ["in the middle of Chromium", { ...percent, line: 50 }, [400, 225]],
  ["at the end", { ...percent, line: 100, lineAlign: "start" }, [400, 450]],
  ["at the left", { align: "start" }, [0, 450]],
  ["at the right", { align: "right" }, [800, 450]],
  ["at a position", { position: 30 }, [200, 450]],
  ["left of a position", { position: 30, positionAlign: "line-right" }, [100, 450]],
  ["right of a position", { position: 30, align: "left" }, [300, 450]],
  ["beyond a side", { position: 100 }, [800, 450]],
  ["by a tag", { text: "{\\an9}Text" }, [800, 0]],
  ["by a tag, not by settings", { text: "{\\a5}Text", line: 3, align: "end" }, [0, 0]],
  ["as if it were not vertical", { vertical: "rl", line: 0, size: 20 }, [400, 450]],
])("draws a cue %s", (_name, cue, place) => {
  expect(places(cue)).toEqual([place]);
});

it("draws no tag", () => {
  expect(readCue({ ...CUE, text: "{\\an8}{ \\i1}A {brace}" }).text).toBe("A {brace}");
});

it("lets no cue cover another", () => {
  const tops = (...cues: Partial<Cue>[]) => places(...cues).map(([, top]) => top);
  expect(tops({}, {}, {})).toEqual([350, 400, 450]);
  expect(tops({ line: 0 }, { line: 1 }, { line: 0, align: "left" })).toEqual([0, 50, 0]);
  expect(tops({ ...percent, line: 90 }, {})).toEqual([400, 450]);
  expect(tops(...Array.from({ length: 10 }, () => ({ line: 0 }))).sort()).toHaveLength(
    new Set(tops(...Array.from({ length: 10 }, () => ({ line: 0 })))).size,
  );
  // One more than there is room for.
  expect(tops(...Array.from({ length: 11 }, () => ({}))).filter((top) => top === 450)).toHaveLength(
    2,
  );
});
