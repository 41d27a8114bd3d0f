import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createSegmentCopier, type CopySegment } from "./copy-segment.server";
import { directReaders } from "./direct-readers.server";
import { bytesOf, openFile } from "./open-file.server";

const FILM = join(import.meta.dirname, "../../../tests/fixtures/containers/h264-aac.mkv");
const SOUND = 2;

async function openFilm() {
  const file = await openFile(FILM);
  onTestFinished(() => file.handle.close());
  const { timeline, ...index } = await directReaders.readFileIndex(file);
  if (timeline === null) throw new Error("no timeline");
  /** The sound of a segment, and how many bytes of the file were read for it. */
  const copy = async (copySegment: CopySegment, position: number) => {
    const segment = timeline.segments[position];
    if (segment === undefined) throw new Error("no segment");
    const bytes = bytesOf(file, { windowBytes: 1_024 });
    const { media } = await copySegment({
      ...{ kind: "audio", file, index: { ...index, timeline }, bytes, track: SOUND, segment },
      ...{ isFirst: position === 0, isLast: position === timeline.segments.length - 1 },
      ...{ zero: timeline.start, client: "", signal: new AbortController().signal },
    });
    return { sound: media.toString("hex"), bytesRead: bytes.bytesRead };
  };
  return { copy, positions: [...timeline.segments.keys()] };
}

it("has the same sound from where the segment before ended, by reading less", async () => {
  const { copy, positions } = await openFilm();
  const inOrder = createSegmentCopier(directReaders);
  const last = positions.length - 1;
  for (const position of positions) {
    const following = await copy(inOrder, position);
    const alone = await copy(createSegmentCopier(directReaders), position);
    expect(following.sound).toBe(alone.sound);
    if (position === last) expect(following.bytesRead).toBeLessThan(alone.bytesRead);
  }
  // A viewer may jump back.
  const again = await copy(inOrder, 0);
  expect(again.sound).toBe((await copy(createSegmentCopier(directReaders), 0)).sound);
});
