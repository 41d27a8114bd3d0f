import { LRUCache } from "lru-cache";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy, Cancelled, NotFound } from "~/errors/app-error";
import type { MediaInfo } from "~/media/container/container-info";
import type { FileBytes } from "~/media/container/file-bytes.server";
import type { MediaWorker } from "~/media/container/media-worker.server";
import { UnreadableMedia, withTimeLimit } from "~/media/container/unreadable-media";
import { isMissingFile } from "~/media/files/open-regular-file.server";
import type { AudioEncoder } from "./encode/audio-encoder.server";
import type { EncoderReport } from "./encode/encoders.server";
import {
  chooseHeights,
  parseRendition,
  type EncoderName,
  type Rendition,
} from "./encode/h264-renditions";
import type { VideoEncoder } from "./encode/video-encoder.server";
import { cutEvenly, divideLong, ENCODED_AUDIO_SECONDS, EVEN_SECONDS, type Segment } from "./cuts";
import { clientCodecs, type PlaysCodec } from "./client-codecs";
import {
  isDolby,
  mainTrack,
  planDelivery,
  type AudioDelivery,
  type DeliveryPlan,
} from "./delivery-plan";
import { createFileIndexes, type FileIndex, type Timeline } from "./file-index.server";
import { fontType, servedFonts } from "./fonts";
import { muxSegment } from "./mux-segment.server";
import { bytesOf, openFile, type OpenFile } from "./open-file.server";
import { masterPlaylist, mediaPlaylist } from "./playlists";
import { readAudio, readVideo } from "./read-packets.server";
import type { PictureStore, SeekPictures } from "./seek-pictures/picture-store.server";
import { extractSubtitles } from "./subtitles/embedded-subtitles.server";
import { besideName, formatsOf, type ServedFormat } from "./subtitles/served-formats";
import {
  listSubtitleFiles,
  readSubtitleFile,
  type SubtitleFile,
  type SubtitleTask,
} from "./subtitles/subtitle-files.server";

export interface FilePlayer {
  /** Throws `UnreadableMedia`, and `NotFound` for a missing file. */
  describe(path: string, plays: PlaysCodec): Promise<FileDescription>;
  /**
   * Serves a derivative: `resource` is the file's version, then one of `hls`, `subtitles`, `fonts`
   * and `pictures`. Throws `NotFound`, `UnreadableMedia` and `Busy`.
   */
  respond(path: string, resource: readonly string[], request: PlayerRequest): Promise<PlayerBody>;
  encoders(): Promise<EncoderReport>;
  close(): Promise<void>;
}

export interface FileDescription {
  version: string;
  info: MediaInfo;
  /** With what its video is encoded; null if it is not. */
  plan: DeliveryPlan & { encoder: EncoderName | null };
  subtitleFiles: SubtitleFile[];
  /** Null until a job has made them. */
  pictures: SeekPictures | null;
}

export interface PlayerRequest {
  parameters: URLSearchParams;
  signal: AbortSignal;
  client: string;
}

export interface PlayerBody {
  type: string;
  body: Buffer;
  /** Whether the file's version in the URL covers it. */
  isImmutable: boolean;
}

interface FilePlayerOptions {
  audioEncoder: AudioEncoder;
  videoEncoder: VideoEncoder;
  pictures: PictureStore;
  /** In this thread by default. */
  readSubtitles?: MediaWorker<SubtitleTask, Uint8Array>["run"];
}

const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
const VIDEO_TYPE = "video/mp4";
const AUDIO_TYPE = "audio/mp4";
const SUBTITLE_TYPES: Readonly<Record<ServedFormat, string>> = {
  ass: "text/x-ssa; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  pgs: "application/octet-stream",
};
const SUBTITLE_EXTENSIONS: Readonly<Record<string, ServedFormat>> = {
  ass: "ass",
  vtt: "vtt",
  sup: "pgs",
};

/** Segments, fonts and subtitle files; each may hold some copies of its bytes. */
const MAX_BODIES_AT_ONCE = 8;
const MAX_BODIES_PER_CLIENT = 4;
const MAX_QUEUE = 512;
const QUEUE_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;
const MAX_REQUEST_BYTES = 512 * 1024 * 1024;
/** The frames of a segment are read in sequence. */
const REQUEST_WINDOW_BYTES = 1024 * 1024;
const REQUEST_MS = 60_000;
const SUBTITLE_CACHE_BYTES = 48 * 1024 * 1024;
const SUBTITLE_SCAN_BYTES_PER_SECOND = 40 * 1024 * 1024;
const SUBTITLE_MS = 10 * 60 * 1000;
/** Each may read a whole file. */
const MAX_EXTRACTIONS_AT_ONCE = 2;
const MAX_EXTRACTION_QUEUE = 32;
const EXTRACTION_QUEUE_MS = 60_000;

export function createFilePlayer({
  audioEncoder,
  videoEncoder,
  pictures,
  readSubtitles = readSubtitleFile,
}: FilePlayerOptions): FilePlayer {
  const indexes = createFileIndexes();
  const slots = createSemaphore({
    limit: MAX_BODIES_AT_ONCE,
    limitPerClient: MAX_BODIES_PER_CLIENT,
    maxQueue: MAX_QUEUE,
    timeoutMs: QUEUE_MS,
    busy: () => new Busy("media.busy", RETRY_AFTER_SECONDS),
  });
  const subtitles = new LRUCache<string, Buffer>({
    maxSize: SUBTITLE_CACHE_BYTES,
    sizeCalculation: (body) => body.length + 1,
  });
  const extractions = createSingleFlight<Buffer>();
  const extractionSlots = createSemaphore({
    limit: MAX_EXTRACTIONS_AT_ONCE,
    maxQueue: MAX_EXTRACTION_QUEUE,
    timeoutMs: EXTRACTION_QUEUE_MS,
    busy: () => new Busy("media.busy", RETRY_AFTER_SECONDS),
  });

  async function withFile<Result>(
    path: string,
    work: (file: OpenFile) => Promise<Result>,
  ): Promise<Result> {
    let file: OpenFile | undefined;
    try {
      file = await openFile(path);
      return await work(file);
    } catch (error) {
      if (file === undefined && isMissingFile(error)) throw new NotFound("file.notFound");
      // A disk or a network share that fails.
      if (error instanceof Error && "syscall" in error)
        throw new Busy("media.diskFailed", RETRY_AFTER_SECONDS, { cause: error });
      throw error;
    } finally {
      await file?.handle.close();
    }
  }

  async function hls(file: OpenFile, rest: readonly string[], request: PlayerRequest) {
    const [kind, ...parts] = rest;
    if (kind === "master.m3u8" && parts.length === 0) return master(file, request);
    if (kind === "video" && parts.length === 2) {
      const [as = "", name = ""] = parts;
      const rendition = parseRendition(as);
      if (as === "copy" || rendition !== null) return videoPart(file, rendition, name, request);
    }
    if (kind === "audio" && parts.length === 3) {
      const [track = "", as = "", name = ""] = parts;
      if ((as === "copy" || as === "aac") && /^\d{1,9}$/.test(track))
        return audioPart(file, { number: Number(track), as, name }, request);
    }
    throw new NotFound("file.notFound");
  }

  async function master(file: OpenFile, { parameters, signal }: PlayerRequest) {
    const { info } = await indexes.get(file, signal);
    const plan = await planFor(
      file,
      info,
      clientCodecs(parameters.get("codecs")?.split(",") ?? null),
    );
    if (info.container === "avi" && plan.video !== "h264")
      throw new UnreadableMedia({
        key: "media.needsEncoder",
        values: { codec: plan.problem?.codecName ?? "AVI" },
      });
    return text(
      PLAYLIST_TYPE,
      masterPlaylist({
        info,
        renditions: await listRenditions(info, plan.encoder),
        audio: plan.audio,
        size: file.size,
      }),
    );
  }

  async function planFor(
    file: OpenFile,
    info: MediaInfo,
    plays: PlaysCodec,
  ): Promise<DeliveryPlan & { encoder: EncoderName | null }> {
    const options = { plays, hasEncoder: await videoEncoder.isAvailable() };
    const plan = planDelivery(info, options);
    if (plan.video !== "h264") return { ...plan, encoder: null };
    const encoder = await videoEncoder.encoderFor(file);
    return {
      ...(encoder === null ? planDelivery(info, { ...options, encodesVideo: false }) : plan),
      encoder,
    };
  }

  async function listRenditions(
    info: MediaInfo,
    encoder: EncoderName | null,
  ): Promise<Rendition[]> {
    const track = mainTrack(info.tracks, "video");
    if (encoder === null || track === undefined) return [];
    const { pixelsPerSecond } = await videoEncoder.report();
    return chooseHeights(track, pixelsPerSecond).map((height) => ({ encoder, height }));
  }

  /** Files that only the encoder can seek in have no timeline; they are cut evenly. */
  async function timelineOf(
    file: OpenFile,
    signal: AbortSignal,
  ): Promise<FileIndex & { timeline: Timeline }> {
    const index = await indexes.get(file, signal);
    if (index.info.container !== "avi") return indexes.getWithTimeline(file, signal);
    const end = index.info.duration ?? 0;
    const segments = cutEvenly(0, end, EVEN_SECONDS);
    return { ...index, timeline: { keyframes: [], segments, start: 0, end, audio: new Map() } };
  }

  async function videoPart(
    file: OpenFile,
    /** Null: copied. */
    rendition: Rendition | null,
    name: string,
    request: PlayerRequest,
  ): Promise<PlayerBody> {
    const index = await timelineOf(file, request.signal);
    const { start } = index.timeline;
    const segments =
      rendition === null ? index.timeline.segments : divideLong(index.timeline.segments);
    if (name === "index.m3u8") return text(PLAYLIST_TYPE, mediaPlaylist(segments));
    const { segment, position, isInit } = findSegment(segments, name);
    const track = mainTrack(index.info.tracks, "video");
    if (track === undefined) throw new NotFound("file.notFound");
    const muxed =
      rendition !== null
        ? await videoEncoder.encode({ file, segment, zero: start, rendition, isInit, ...request })
        : await inSlot(request, async (signal) =>
            muxSegment(
              await readVideo({
                index,
                bytes: requestBytes(file, signal),
                track: track.number,
                segment,
                isFirst: position === 0,
                isLast: position === segments.length - 1,
              }),
              start,
            ),
          );
    return made(VIDEO_TYPE, isInit ? muxed.init : muxed.media);
  }

  async function audioPart(
    file: OpenFile,
    { number, as, name }: { number: number; as: AudioDelivery; name: string },
    request: PlayerRequest,
  ): Promise<PlayerBody> {
    const index = await timelineOf(file, request.signal);
    const { timeline } = index;
    const track = index.info.tracks.find(
      (candidate) => candidate.number === number && candidate.kind === "audio",
    );
    if (track === undefined) throw new NotFound("file.notFound");
    const segments = audioSegments(timeline, number, as);
    if (name === "index.m3u8") return text(PLAYLIST_TYPE, mediaPlaylist(segments));
    const { segment, position, isInit } = findSegment(segments, name);
    const ends = { isFirst: position === 0, isLast: position === segments.length - 1 };
    const muxed = await inSlot(request, async (signal) => {
      const bytes = requestBytes(file, signal);
      if (as === "copy")
        return muxSegment(
          await readAudio({ index, bytes, track: number, segment, ...ends }),
          timeline.start,
        );
      return audioEncoder.encode({
        file,
        index,
        bytes,
        track,
        segment,
        usesFfmpeg: !isDolby(track.codec),
        signal,
      });
    });
    return made(AUDIO_TYPE, isInit ? muxed.init : muxed.media);
  }

  function inSlot<Result>(
    { client, signal }: PlayerRequest,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return slots.run(() => withTimeLimit(REQUEST_MS, signal, work), { client, signal });
  }

  async function subtitlePart(
    file: OpenFile,
    rest: readonly string[],
    request: PlayerRequest,
  ): Promise<PlayerBody> {
    const [first = "", second] = rest;
    if (first === "beside" && second !== undefined && rest.length === 2)
      return besidePart(file, second, request);
    const match = /^(\d{1,9})\.(ass|vtt|sup)$/.exec(first);
    const format = SUBTITLE_EXTENSIONS[match?.[2] ?? ""];
    if (match === null || format === undefined || rest.length !== 1)
      throw new NotFound("file.notFound");
    const { info, matroska, timeline } = await indexes.get(file, request.signal);
    const number = Number(match[1]);
    const source = info.tracks.find((track) => track.number === number)?.format;
    const track = matroska?.tracks.find((candidate) => candidate.number === number);
    if (
      source === undefined ||
      source === null ||
      track === undefined ||
      matroska === null ||
      !formatsOf(source).includes(format)
    )
      throw new NotFound("file.notFound");
    const key = `${file.version} ${first} ${file.path}`;
    const known = subtitles.get(key);
    if (known !== undefined) return made(SUBTITLE_TYPES[format], known);
    const extract = (opened: OpenFile, flight: AbortSignal) =>
      withTimeLimit(SUBTITLE_MS, flight, (signal) =>
        extractSubtitles(format, source, {
          file: matroska,
          bytes: bytesOf(opened, { signal, maxRate: SUBTITLE_SCAN_BYTES_PER_SECOND }),
          track,
          zero: timeline?.start ?? info.startTime,
        }),
      );
    const body = await extractions.run(
      key,
      (signal) =>
        extractionSlots.run(() => withFile(file.path, (opened) => extract(opened, signal)), {
          signal,
        }),
      request.signal,
    );
    subtitles.set(key, body);
    return made(SUBTITLE_TYPES[format], body);
  }

  /** `name` ends in the requested format: `Show - 01.en.srt.vtt` is the SRT as WebVTT. */
  async function besidePart(
    { path }: OpenFile,
    name: string,
    request: PlayerRequest,
  ): Promise<PlayerBody> {
    for (const subtitle of await listSubtitleFiles(path))
      for (const format of formatsOf(subtitle.format))
        if (name === besideName(subtitle, format))
          return {
            type: SUBTITLE_TYPES[format],
            body: Buffer.from(
              await inSlot(request, (signal) =>
                readSubtitles({ videoPath: path, file: subtitle, format }, { signal }),
              ),
            ),
            isImmutable: false,
          };
    throw new NotFound("file.notFound");
  }

  async function fontPart(
    file: OpenFile,
    rest: readonly string[],
    request: PlayerRequest,
  ): Promise<PlayerBody> {
    const { info } = await indexes.get(file, request.signal);
    const font = servedFonts(info.fonts).find(({ index }) => String(index) === rest[0])?.font;
    if (font === undefined || rest.length !== 2) throw new NotFound("file.notFound");
    const body = await inSlot(request, (signal) =>
      requestBytes(file, signal).read(font.offset, font.size),
    );
    const type = fontType(body);
    if (type === null || body.length < font.size) throw new NotFound("file.notFound");
    return made(type, body);
  }

  async function picturePart(file: OpenFile, rest: readonly string[]): Promise<PlayerBody> {
    const match = /^(\d{1,3})\.webp$/.exec(rest[0] ?? "");
    const sheet =
      match === null || rest.length !== 1 ? null : await pictures.readSheet(file, Number(match[1]));
    if (sheet === null) throw new NotFound("file.notFound");
    return made("image/webp", sheet);
  }

  return {
    async describe(path, plays) {
      return withFile(path, async (file) => {
        const { info } = await indexes.get(file);
        return {
          version: file.version,
          info,
          plan: await planFor(file, info, plays),
          subtitleFiles: await listSubtitleFiles(path),
          pictures: await pictures.find(file),
        };
      });
    },
    async respond(path, resource, request) {
      return withFile(path, async (file) => {
        const [version, kind, ...rest] = resource;
        if (version !== file.version) throw new NotFound("media.changed");
        if (kind === "hls") return hls(file, rest, request);
        if (kind === "subtitles") return subtitlePart(file, rest, request);
        if (kind === "fonts") return fontPart(file, rest, request);
        if (kind === "pictures") return picturePart(file, rest);
        throw new NotFound("file.notFound");
      }).catch((error: unknown) => {
        throw request.signal.aborted ? new Cancelled() : error;
      });
    },
    encoders: () => videoEncoder.report(),
    async close() {
      await Promise.all([audioEncoder.close(), videoEncoder.close()]);
    },
  };
}

function audioSegments(
  { segments, start, end, audio }: Timeline,
  track: number,
  as: AudioDelivery,
): Segment[] {
  const trackEnd = audio.get(track)?.end ?? end;
  const all = as === "aac" ? cutEvenly(start, end, ENCODED_AUDIO_SECONDS) : segments;
  const audible = all.filter((segment) => segment.start < trackEnd);
  return audible.length === 0 ? all.slice(0, 1) : audible;
}

/** `init.mp4` is made from the first segment. */
function findSegment(
  segments: readonly Segment[],
  name: string,
): { segment: Segment; position: number; isInit: boolean } {
  const isInit = name === "init.mp4";
  const match = /^(\d{1,6})\.m4s$/.exec(name);
  const position = isInit ? 0 : match === null ? -1 : Number(match[1]);
  const segment = segments[position];
  if (segment === undefined) throw new NotFound("file.notFound");
  return { segment, position, isInit };
}

function requestBytes(file: OpenFile, signal: AbortSignal): FileBytes {
  return bytesOf(file, {
    maxBytes: MAX_REQUEST_BYTES,
    windowBytes: REQUEST_WINDOW_BYTES,
    signal,
  });
}

function text(type: string, body: string): PlayerBody {
  return { type, body: Buffer.from(body), isImmutable: false };
}

function made(type: string, body: Buffer): PlayerBody {
  return { type, body, isImmutable: true };
}
