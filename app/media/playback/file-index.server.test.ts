import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileIndexes } from "./file-index.server";
import { directReaders } from "./direct-readers.server";
import { openFile } from "./open-file.server";

async function open(name: string) {
  const url = new URL(`../../../tests/fixtures/containers/${name}`, import.meta.url);
  const file = await openFile(fileURLToPath(url));
  onTestFinished(() => file.handle.close());
  return file;
}

describe("the key frames of a file", () => {
  it.each([
    ["h264-aac.mkv", 0.021],
    ["h264-aac.mp4", 0],
    ["late-start.mkv", 2.104],
  ])("are found by the index of %s", async (name, start) => {
    const { timeline } = await createFileIndexes(1e6, directReaders).get(await open(name));
    expect(timeline?.start).toBeCloseTo(start, 2);
    expect(timeline?.keyframes).toHaveLength(8);
    timeline?.keyframes.forEach(({ time }, number) =>
      expect(time).toBeCloseTo(start + number * 2.5, 2),
    );
  });

  it.each(["no-cues.mkv", "live.mkv", "h264-aac.ts"])(
    "are found by reading %s through, when a stream is made of it",
    async (name) => {
      const indexes = createFileIndexes(1e6, directReaders);
      const file = await open(name);
      expect((await indexes.get(file)).timeline).toBeNull();
      const { timeline } = await indexes.getWithTimeline(file);
      expect(timeline.keyframes).toHaveLength(8);
      expect(timeline.end - timeline.start).toBeCloseTo(20, 1);
      expect((await indexes.get(file)).timeline).toEqual(timeline);
    },
  );

  it("are those before the end of a file that is cut off", async () => {
    const { timeline } = await createFileIndexes(1e6, directReaders).getWithTimeline(
      await open("cut-off.mkv"),
    );
    expect(timeline.keyframes.length).toBeGreaterThan(0);
    expect(timeline.keyframes.length).toBeLessThan(8);
  });
});
