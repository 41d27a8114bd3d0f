import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
import { createByteCache } from "~/caching/byte-cache";
import type { MemoryBudget } from "~/caching/memory-budget";
import { Cancelled, NotFound } from "~/errors/app-error";
import type { MediaInfo } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { PlaysCodec } from "./client-codecs";
import type { AudioEncoder } from "./encode/audio-encoder.server";
import type { EncoderReport } from "./encode/encoders.server";
import type { VideoEncoder } from "./encode/video-encoder.server";
import { createFileIndexes } from "./file-index.server";
import { directReaders } from "./direct-readers.server";
import type { FileReaders, ReadOptions } from "./file-readers.server";
import { createSegmentCopier } from "./copy-segment.server";
import { createBodySlots } from "./serve/body-slots.server";
import { chooseDelivery, type Delivery } from "./serve/choose-delivery.server";
import type { PlayerBody, PlayerRequest } from "./serve/player-body";
import { serveFont, serveThumbnails } from "./serve/serve-attachments.server";
import { serveHls } from "./serve/serve-hls.server";
import { createSubtitleServer } from "./serve/serve-subtitles.server";
import { withOpenFile } from "./serve/with-open-file.server";
import { listSubtitleFiles, type SubtitleFile } from "./subtitles/subtitle-files.server";
import type { OpenFile } from "./open-file.server";
import type { ThumbnailStore, Thumbnails } from "./thumbnails/thumbnail-store.server";

export interface FilePlayer {
  /** Throws `UnreadableMedia`, and `NotFound` for a missing file. */
  describe(path: string, plays: PlaysCodec, options?: ReadOptions): Promise<FileDescription>;
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
  plan: Delivery;
  subtitleFiles: SubtitleFile[];
  /** The thumbnails over the seek bar; null until a job has made them. */
  thumbnails: Thumbnails | null;
}

interface FilePlayerOptions {
  audioEncoder: AudioEncoder;
  videoEncoder: VideoEncoder;
  thumbnails: ThumbnailStore;
  budget: MemoryBudget;
  /** Reads files in this thread by default. */
  readers?: FileReaders;
  /** Called when a file cannot be read, once in a while for each. */
  onRefused?: (path: string, error: UnreadableMedia) => void;
  /** The `findFfmpeg` and `onGap` of what copies segments. */
  findFfmpeg?: () => Promise<string | null>;
  onGap?: (path: string) => void;
  /** Requests that wait get `Busy` when it is aborted. */
  closing?: AbortSignal;
  /** How long a request waits for a scan of a file without an index. */
  scanWaitMs?: number | undefined;
}

/** A player asks for a file again and again. */
const REPORTED_MS = 60_000;
const MAX_REPORTED_BYTES = 512 * 1024;

/** Plays the operator's files: tells what is in one, and serves what is made from it. */
export function createFilePlayer({
  audioEncoder,
  videoEncoder,
  thumbnails,
  budget,
  readers = directReaders,
  onRefused,
  findFfmpeg,
  onGap,
  closing,
  scanWaitMs,
}: FilePlayerOptions): FilePlayer {
  const indexes = budget.add("file-indexes", (maxBytes) =>
    createFileIndexes(maxBytes, readers, { closing, maxWaitMs: scanWaitMs }),
  );
  const extracted = budget.add("subtitles", (maxBytes) =>
    createByteCache<Buffer>(maxBytes, { keepsLargest: true }),
  );
  const makeBody = createBodySlots(closing);
  const copySegment = createSegmentCopier({ ...readers, findFfmpeg, onGap });
  const tools = { indexes, audioEncoder, videoEncoder, copySegment, makeBody };
  const serveSubtitles = createSubtitleServer({ indexes, extracted, makeBody, readers, closing });
  const reported = new LRUCache<string, true>({
    ...smallValues(MAX_REPORTED_BYTES),
    ttl: REPORTED_MS,
  });

  async function reporting<Result>(
    path: string,
    work: (file: OpenFile) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await withOpenFile(path, work);
    } catch (error) {
      if (error instanceof UnreadableMedia && !reported.has(path)) {
        reported.set(path, true);
        onRefused?.(path, error);
      }
      throw error;
    }
  }

  return {
    describe: (path, plays, options) =>
      reporting(path, async (file) => {
        const { info } = await indexes.get(file, options);
        return {
          version: file.version,
          info,
          plan: await chooseDelivery(videoEncoder, file, { info, plays }),
          subtitleFiles: await listSubtitleFiles(path),
          thumbnails: await thumbnails.find(file),
        };
      }),
    respond: (path, resource, request) =>
      reporting(path, async (file) => {
        const [version, kind, ...rest] = resource;
        if (version !== file.version) throw new NotFound("media.changed");
        if (kind === "hls") return serveHls(tools, file, rest, request);
        if (kind === "subtitles") return serveSubtitles(file, rest, request);
        if (kind === "fonts") return serveFont(tools, file, rest, request);
        if (kind === "pictures") return serveThumbnails(thumbnails, file, rest);
        throw new NotFound("file.notFound");
      }).catch((error: unknown) => {
        throw request.signal.aborted ? new Cancelled() : error;
      }),
    encoders: () => videoEncoder.report(),
    async close() {
      await Promise.all([audioEncoder.close(), videoEncoder.close()]);
    },
  };
}
