import { NotFound } from "~/errors/app-error";
import { readMatroskaHead } from "~/media/container/matroska/read-head.server";
import { withProbeLimits } from "~/media/container/probe-media-file.server";
import type { FileReaders } from "./file-readers.server";
import { bytesOf, withVersion } from "./open-file.server";
import { readIndex } from "./read-index.server";
import { extractSubtitles } from "./subtitles/embedded-subtitles.server";
import { readSubtitleFile } from "./subtitles/subtitle-files.server";

const EXTRACTION_BYTES_PER_SECOND = 40 * 1024 * 1024;

/** Reads in this thread. */
export const directReaders: FileReaders = {
  readFileIndex: (file, signal) =>
    withVersion(file, (opened) =>
      withProbeLimits(signal, (budget) => readIndex(bytesOf(opened, budget))),
    ),
  readSubtitleFile: (task) => readSubtitleFile(task),
  extractSubtitles: (task, signal) =>
    withVersion(task, async (opened) => {
      const bytes = bytesOf(opened, { signal, maxRate: EXTRACTION_BYTES_PER_SECOND });
      const file = await readMatroskaHead(bytes);
      const track = file.tracks.find(({ number }) => number === task.track);
      if (track === undefined) throw new NotFound("file.notFound");
      return extractSubtitles(task.format, task.source, { file, bytes, track, zero: task.zero });
    }),
};
