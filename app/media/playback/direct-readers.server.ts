import { NotFound } from "~/errors/app-error";
import { LARGE_WINDOW_BYTES } from "~/media/container/file-bytes.server";
import { readMatroskaHead } from "~/media/container/matroska/read-head.server";
import { withProbeLimits } from "~/media/container/probe-media-file.server";
import { withTimeLimit } from "~/media/container/unreadable-media";
import { SCAN_MS, type FileReaders } from "./file-readers.server";
import { makeFrom } from "./make-segment.server";
import { bytesOf, withVersion } from "./open-file.server";
import { readIndex, scanTimeline } from "./read-index.server";
import { requestBytes } from "./serve/body-slots.server";
import { extractSubtitles } from "./subtitles/embedded-subtitles.server";
import { readSubtitleFile } from "./subtitles/subtitle-files.server";

/** Extractions and scans leave the disk to viewers. */
const BYTES_PER_SECOND = 40 * 1024 * 1024;

/** Reads in this thread. */
export const directReaders: FileReaders = {
  readFileIndex: (file, { signal } = {}) =>
    withVersion(file, (opened) =>
      withProbeLimits(signal, (budget) => readIndex(bytesOf(opened, budget))),
    ),
  scanTimeline: (file, { signal } = {}) =>
    withVersion(file, async (opened) => {
      const index = await withProbeLimits(signal, (budget) => readIndex(bytesOf(opened, budget)));
      // All bytes of a transport stream are read, of other files only a few between frames.
      const windowBytes = index.info.container === "mpeg-ts" ? LARGE_WINDOW_BYTES : undefined;
      return withTimeLimit(SCAN_MS, signal, (limited) => {
        const budget = { maxRate: BYTES_PER_SECOND, signal: limited, windowBytes };
        return scanTimeline(bytesOf(opened, budget), index);
      });
    }),
  makeSegment: (task, { signal } = {}) =>
    withVersion(task, (opened) => makeFrom(requestBytes(opened, signal), task)),
  readSubtitleFile: (task) => readSubtitleFile(task),
  extractSubtitles: (task, { signal } = {}) =>
    withVersion(task, async (opened) => {
      const bytes = bytesOf(opened, { signal, maxRate: BYTES_PER_SECOND });
      const file = await readMatroskaHead(bytes);
      const track = file.tracks.find(({ number }) => number === task.track);
      if (track === undefined) throw new NotFound("file.notFound");
      return extractSubtitles(task.format, task.source, { file, bytes, track, zero: task.zero });
    }),
};
