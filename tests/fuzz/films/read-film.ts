import { seededRandom } from "../../support/random";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { AppError } from "~/errors/app-error";
import { directReaders } from "~/media/playback/direct-readers.server";
import { createSegmentCopier } from "~/media/playback/copy-segment.server";
import { bytesOf, openFile } from "~/media/playback/open-file.server";
import { withTimeline } from "~/media/playback/read-index.server";
import { probeMediaFile } from "~/media/container/probe-media-file.server";

const SEGMENTS_PER_TRACK = 2;
const copySegment = createSegmentCopier(directReaders);

/** Does what a scan and viewers do with a film. Throws for what is not a refusal. */
async function readFilm(path: string): Promise<void> {
  await refusable(() => probeMediaFile(path));
  const file = await openFile(path);
  try {
    const { version } = file;
    const index = await refusable(() => directReaders.readFileIndex({ path, version }));
    if (index === null) return;
    const bytes = () => bytesOf(file, { maxBytes: 256 * 1024 * 1024 });
    const scanned =
      index.timeline ?? (await refusable(() => directReaders.scanTimeline({ path, version })));
    if (scanned === null) return;
    const complete = await refusable(() => Promise.resolve(withTimeline(index, scanned)));
    if (complete === null) return;
    const { timeline } = complete;
    const random = seededRandom(timeline.segments.length);
    for (const { number, kind, format } of index.info.tracks.slice(0, 4)) {
      if (format !== null)
        await refusable(() =>
          directReaders.extractSubtitles({
            ...{ path, version, track: number, format, source: format },
            zero: timeline.start,
          }),
        );
      if (kind !== "video" && kind !== "audio") continue;
      for (let count = 0; count < SEGMENTS_PER_TRACK; count += 1) {
        const position = random.below(timeline.segments.length);
        const segment = timeline.segments[position];
        if (segment === undefined) continue;
        const isLast = position === timeline.segments.length - 1;
        await refusable(() =>
          copySegment({
            ...{ kind, file, index: complete, bytes: bytes(), track: number, segment },
            ...{ isFirst: position === 0, isLast, zero: timeline.start },
            ...{ client: "", signal: new AbortController().signal },
          }),
        );
      }
    }
  } finally {
    await file.handle.close();
  }
}

async function refusable<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableMedia || error instanceof AppError) return null;
    throw error;
  }
}

process.on("message", (path: string) => {
  readFilm(path).then(
    () => process.send?.({ problem: null }),
    (error: unknown) =>
      process.send?.({
        problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
process.send?.({ problem: null });
