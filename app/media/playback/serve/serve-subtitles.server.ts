import type { ByteCache } from "~/caching/byte-cache";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy, NotFound } from "~/errors/app-error";
import type { SubtitleFormat } from "~/media/container/container-info";
import type { FileIndexes } from "~/media/playback/file-index.server";
import type { ExtractionTask, FileReaders } from "~/media/playback/file-readers.server";
import type { OpenFile } from "~/media/playback/open-file.server";
import type { FileIndex } from "~/media/playback/read-index.server";
import {
  besideName,
  formatsOf,
  type ServedFormat,
} from "~/media/playback/subtitles/served-formats";
import { listSubtitleFiles } from "~/media/playback/subtitles/subtitle-files.server";
import { RETRY_AFTER_SECONDS, type MakeBody } from "./body-slots.server";
import { immutableBody, type PlayerBody, type PlayerRequest } from "./player-body";

/** Serves one of a file's subtitles: `rest` is `<track>.<extension>` or `beside/<name>`. */
export type ServeSubtitles = (
  file: OpenFile,
  rest: readonly string[],
  request: PlayerRequest,
) => Promise<PlayerBody>;

interface SubtitleTools {
  indexes: FileIndexes;
  /** Embedded subtitles, which take minutes to read from a large file. */
  extracted: ByteCache<Buffer>;
  makeBody: MakeBody;
  readers: FileReaders;
  closing?: AbortSignal | undefined;
}

const TYPES: Readonly<Record<ServedFormat, string>> = {
  ass: "text/x-ssa; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  pgs: "application/octet-stream",
};
const EXTENSIONS: Readonly<Record<string, ServedFormat>> = { ass: "ass", vtt: "vtt", sup: "pgs" };

/** Each may read a whole file. */
const MAX_EXTRACTIONS_AT_ONCE = 2;
const MAX_EXTRACTIONS_PER_CLIENT = 1;
const MAX_QUEUE = 32;
const QUEUE_MS = 60_000;

/** Embedded subtitles are extracted once and cached; files beside the video are read anew. */
export function createSubtitleServer({
  indexes,
  extracted,
  makeBody,
  readers,
  closing,
}: SubtitleTools): ServeSubtitles {
  const extract = createExtractions(extracted, readers, closing);
  return async (file, rest, request) => {
    const [first = "", second] = rest;
    if (first === "beside" && second !== undefined && rest.length === 2)
      return serveBeside({ makeBody, readers }, file, second, request);
    const [, number, extension = ""] = /^(\d{1,9})\.(ass|vtt|sup)$/.exec(first) ?? [];
    const format = EXTENSIONS[extension];
    if (format === undefined || rest.length !== 1) throw new NotFound("file.notFound");
    const index = await indexes.get(file, request);
    const source = findSource(index, Number(number), format);
    const { path, version } = file;
    const zero = index.timeline?.start ?? index.info.startTime;
    const task = { path, version, track: Number(number), format, source, zero };
    return immutableBody(TYPES[format], await extract(task, request));
  };
}

/** The format of the track in the file. Throws `NotFound` unless it is served as `format`. */
function findSource({ info }: FileIndex, number: number, format: ServedFormat): SubtitleFormat {
  const source = info.tracks.find((track) => track.number === number)?.format ?? null;
  if (source === null || !formatsOf(source).includes(format)) throw new NotFound("file.notFound");
  return source;
}

function createExtractions(
  cache: ByteCache<Buffer>,
  readers: FileReaders,
  closing: AbortSignal | undefined,
) {
  const flights = createSingleFlight<Buffer>();
  const slots = createSemaphore({
    limit: MAX_EXTRACTIONS_AT_ONCE,
    limitPerClient: MAX_EXTRACTIONS_PER_CLIENT,
    maxQueue: MAX_QUEUE,
    timeoutMs: QUEUE_MS,
    closing,
    busy: () => new Busy("media.busy", RETRY_AFTER_SECONDS),
  });
  return async (task: ExtractionTask, { signal, client }: PlayerRequest): Promise<Buffer> => {
    const key = `${task.version} ${task.track} ${task.format} ${task.path}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const body = await flights.run(
      key,
      (flight) =>
        slots.run(
          async () => Buffer.from(await readers.extractSubtitles(task, { signal: flight, client })),
          { signal: flight, client },
        ),
      signal,
    );
    cache.set(key, body, body.length + 1);
    return body;
  };
}

/** `name` ends in the requested format: `Show - 01.en.srt.vtt` is the SRT as WebVTT. */
async function serveBeside(
  { makeBody, readers }: Pick<SubtitleTools, "makeBody" | "readers">,
  { path }: OpenFile,
  name: string,
  request: PlayerRequest,
): Promise<PlayerBody> {
  for (const subtitle of await listSubtitleFiles(path))
    for (const format of formatsOf(subtitle.format))
      if (name === besideName(subtitle, format))
        return {
          type: TYPES[format],
          body: Buffer.from(
            await makeBody(request, (signal) =>
              readers.readSubtitleFile(
                { videoPath: path, file: subtitle, format },
                { signal, client: request.client },
              ),
            ),
          ),
          isImmutable: false,
        };
  throw new NotFound("file.notFound");
}
