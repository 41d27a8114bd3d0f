import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
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
