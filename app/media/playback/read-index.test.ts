import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { bytesOf, openFile } from "./open-file.server";
import { readIndex, withTimeline } from "./read-index.server";

const PARTS = fileURLToPath(
  new URL("../../../tests/fixtures/containers/parts.mkv", import.meta.url),
);

it("places chapters in what plays, not in what the head claims", async () => {
  const file = await openFile(PARTS);
  const index = await readIndex(bytesOf(file, {}));
  await file.handle.close();
  if (index.timeline === null) throw new Error("no timeline");
  const { info } = withTimeline(index, { ...index.timeline, end: 12, audio: new Map() });
  expect(index.info.chapters).toHaveLength(3);
  expect(info.chapters.map(({ title, start, end }) => [title, start, end])).toEqual([
    ["Opening", 0, 5],
    ["Part A", 5, 12],
  ]);
});

it("refuses times that no clock has", async () => {
  const file = await openFile(PARTS);
  const index = await readIndex(bytesOf(file, {}));
  await file.handle.close();
  const { timeline } = index;
  if (timeline === null) throw new Error("no timeline");
  const audio = (first: number) => new Map([[2, { first, end: null }]]);
  for (const fits of [{ end: 1e11 }, { audio: audio(1e11) }])
    expect(() => withTimeline(index, { ...timeline, ...fits })).not.toThrow();
  for (const lie of [{ end: 1e11 + 1 }, { start: NaN }, { audio: audio(1e11 + 1) }])
    expect(() => withTimeline(index, { ...timeline, ...lie })).toThrow(UnreadableMedia);
});
