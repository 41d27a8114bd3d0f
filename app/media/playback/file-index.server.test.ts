import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { createFileIndexes } from "./file-index.server";
import { directReaders } from "./direct-readers.server";
import { openFile } from "./open-file.server";

/** Reads without a worker, and waits for scans as long as a busy machine needs. */
const directIndexes = () => createFileIndexes(1e6, directReaders, { maxWaitMs: 60_000 });

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
    const { timeline } = await directIndexes().get(await open(name));
    expect(timeline?.start).toBeCloseTo(start, 2);
    expect(timeline?.keyframes).toHaveLength(8);
    timeline?.keyframes.forEach(({ time }, number) =>
      expect(time).toBeCloseTo(start + number * 2.5, 2),
    );
  });

  it.each(["no-cues.mkv", "live.mkv", "h264-aac.ts"])(
    "are found by reading %s through, when a stream is made of it",
    async (name) => {
      const indexes = directIndexes();
      const file = await open(name);
      expect((await indexes.get(file)).timeline).toBeNull();
      const { timeline } = await indexes.getWithTimeline(file);
      expect(timeline.keyframes).toHaveLength(8);
      expect(timeline.end - timeline.start).toBeCloseTo(20, 1);
      expect((await indexes.get(file)).timeline).toEqual(timeline);
    },
  );

  it("are those before the end of a file that is cut off", async () => {
    const { timeline } = await directIndexes().getWithTimeline(await open("cut-off.mkv"));
    expect(timeline.keyframes.length).toBeGreaterThan(0);
    expect(timeline.keyframes.length).toBeLessThan(8);
  });
});

describe("a file that takes too long", () => {
  const refuse = () => Promise.reject(new UnreadableMedia("media.tooMuchToRead"));

  it("is refused for a minute without being read again, until it changes", async () => {
    let time = 1_000;
    const read: string[] = [];
    const indexes = createFileIndexes(
      1e6,
      {
        ...directReaders,
        readFileIndex({ version }) {
          read.push(version);
          return refuse();
        },
      },
      { now: () => time },
    );
    for (const version of ["v1", "v1", "v2"])
      await expect(indexes.get({ path: "/film.mkv", version })).rejects.toMatchObject({
        texts: ["media.tooMuchToRead"],
      });
    expect(read).toEqual(["v1", "v2"]);
    time += 59_000;
    await expect(indexes.get({ path: "/film.mkv", version: "v2" })).rejects.toThrow();
    time += 2_000;
    await expect(indexes.get({ path: "/film.mkv", version: "v2" })).rejects.toThrow();
    expect(read).toEqual(["v1", "v2", "v2"]);
  });

  it("is scanned once, and not again when that is refused", async () => {
    let scans = 0;
    const indexes = createFileIndexes(1e6, {
      ...directReaders,
      scanTimeline() {
        scans += 1;
        return refuse();
      },
    });
    const file = await open("no-cues.mkv");
    for (let count = 0; count < 2; count += 1)
      await expect(indexes.getWithTimeline(file)).rejects.toBeInstanceOf(UnreadableMedia);
    expect(scans).toBe(1);
    expect((await indexes.get(file)).info.tracks).not.toEqual([]);
  });

  it("does not keep another client's from being scanned", async () => {
    const indexes = createFileIndexes(
      1e6,
      {
        ...directReaders,
        scanTimeline: (file, options) =>
          options?.client === "a"
            ? new Promise(() => undefined)
            : directReaders.scanTimeline(file, options),
      },
      { maxWaitMs: 60_000 },
    );
    for (const name of ["live.mkv", "h264-aac.ts"])
      indexes.getWithTimeline(await open(name), { client: "a" }).catch(() => undefined);
    const { timeline } = await indexes.getWithTimeline(await open("no-cues.mkv"), { client: "b" });
    expect(timeline.keyframes).toHaveLength(8);
  });
});
