import type Hls from "hls.js";
import type {
  FragmentLoaderConstructor,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoadPolicy,
  MediaPlaylist,
  PlaylistLoaderConstructor,
} from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";
import { codecsOfType, findCodecs, undecodableNames } from "./codecs";
import type { Problem, SubtitleOption, TrackOption, PlayerState } from "./player-state";
import { canDecode, isRefusal, isRetryable, isStale, toProblem } from "./problem";
import { subtitleKind } from "~/media/playback/subtitles/subtitle-kind";
import { watchForStarvation } from "./starvation";

const MAX_RECOVERIES = 2;
const STALL_TIMEOUT_MS = 3_000;
/** A server gets more time when there is no other source. */
const LAST_STALL_TIMEOUT_MS = 10_000;
/** A transport stream starts with its table; an MP4 has it in its initialisation segment. */
const CODEC_TABLE_BYTES = 16 * 1024;
/** Retries double their delay up to 8 s, so these outlast the rate limit's window of one minute. */
const MAX_RETRIES = 11;

interface StreamObserver {
  state: () => PlayerState;
  update: (changes: Partial<PlayerState>) => void;
  fail: (problem: Problem, missingCodecs?: readonly string[]) => void;
  onSubtitles: (tracks: readonly SubtitleOption[], selected: number) => void;
  onReset: () => void;
}

export interface StreamOptions {
  startAt: number;
  height: number | null;
  /** Whether another source can replace this one: server errors are not retried for long then. */
  hasAlternative: boolean;
  /**
   * The URLs of the source expire: the page can replace them, so that a refused one fails at once.
   */
  isSigned: boolean;
}

/** Starts at `startAt` seconds and reports tracks and errors to the observer. */
export function openStream(
  HlsClass: typeof Hls,
  { startAt, height, hasAlternative, isSigned }: StreamOptions,
  observer: StreamObserver,
): Hls {
  const { fragLoadPolicy, keyLoadPolicy, playlistLoadPolicy, manifestLoadPolicy } =
    HlsClass.DefaultConfig;
  const stream = new HlsClass({
    startPosition: startAt > 0 ? startAt : -1,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    workerPath,
    pLoader: createRevalidatingLoader(HlsClass),
    fragLoadPolicy: withRateLimitRetries(fragLoadPolicy),
    keyLoadPolicy: withRateLimitRetries(keyLoadPolicy),
    playlistLoadPolicy: withRateLimitRetries(playlistLoadPolicy),
    manifestLoadPolicy: withRateLimitRetries(manifestLoadPolicy),
  });
  observe(stream, HlsClass, { height, observer });
  observeErrors(stream, HlsClass, { hasAlternative, isSigned, observer });
  return stream;
}

/**
 * Revalidates playlists. The video proxy lets browsers cache them for a day, which would freeze a
 * live one; an unchanged one costs a 304.
 */
function createRevalidatingLoader(HlsClass: typeof Hls): PlaylistLoaderConstructor {
  return class extends HlsClass.DefaultConfig.loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      context.headers = { ...context.headers, "cache-control": "max-age=0" };
      super.load(context, config, callbacks);
    }
  } as PlaylistLoaderConstructor;
}

/** Reads fragments before hls.js transfers their buffers to its worker. */
function createReadingLoader(
  HlsClass: typeof Hls,
  read: (bytes: Uint8Array) => void,
): FragmentLoaderConstructor {
  return class extends HlsClass.DefaultConfig.loader {
    override load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      super.load(context, config, {
        ...callbacks,
        onSuccess: (response, ...rest) => {
          if (response.data instanceof ArrayBuffer) read(new Uint8Array(response.data));
          callbacks.onSuccess(response, ...rest);
        },
      });
    }
  } as FragmentLoaderConstructor;
}

/** Retries 429 and 503 as well; by default hls.js treats every 4xx as final. */
function withRateLimitRetries({ default: policy }: LoadPolicy): LoadPolicy {
  const errorRetry = policy.errorRetry ?? {
    maxNumRetry: 0,
    retryDelayMs: 1_000,
    maxRetryDelayMs: 8_000,
  };
  return {
    default: {
      ...policy,
      errorRetry: {
        ...errorRetry,
        shouldRetry: (_policy, count, _isTimeout, response, byDefault) =>
          byDefault || (isRetryable(response?.code) && count < MAX_RETRIES),
      },
    },
  };
}

function observe(
  stream: Hls,
  { Events }: typeof Hls,
  {
    height,
    observer: { state, update, onSubtitles },
  }: { height: number | null; observer: StreamObserver },
): void {
  // Subtitles are rendered above the controls, in the viewer's size.
  stream.subtitleDisplay = false;
  stream.on(Events.MANIFEST_PARSED, () => {
    const quality = height === null ? -1 : closestQuality(stream.levels, height);
    if (quality !== -1) stream.loadLevel = quality;
    update({
      qualities: stream.levels.map((level, index) => ({
        index,
        label: levelLabel(level, stream.levels),
        language: null,
      })),
      quality,
    });
  });
  stream.on(Events.LEVEL_UPDATED, (_event, { details: { live } }) => update({ live }));
  stream.on(Events.LEVEL_SWITCHED, (_event, { level }) =>
    update({ playingQuality: state().qualities[level]?.label ?? null }),
  );
  stream.on(Events.AUDIO_TRACKS_UPDATED, () =>
    update({ audios: stream.audioTracks.map(toTrackOption), audio: stream.audioTrack }),
  );
  stream.on(Events.AUDIO_TRACK_SWITCHED, () => update({ audio: stream.audioTrack }));
  stream.on(Events.SUBTITLE_TRACKS_UPDATED, () =>
    onSubtitles(stream.subtitleTracks.map(toSubtitleOption), stream.subtitleTrack),
  );
  stream.on(Events.SUBTITLE_TRACK_SWITCH, () =>
    onSubtitles(stream.subtitleTracks.map(toSubtitleOption), stream.subtitleTrack),
  );
}

function observeErrors(
  stream: Hls,
  HlsClass: typeof Hls,
  {
    hasAlternative,
    isSigned,
    observer: { state, update, fail, onReset },
  }: { hasAlternative: boolean; isSigned: boolean; observer: StreamObserver },
): void {
  const { Events, ErrorTypes, ErrorDetails } = HlsClass;
  let recoveries = 0;
  const declaredCodecs = new Set<string>();
  const getMissingCodecs = () => undecodableNames([...declaredCodecs], canDecode);
  const starvation = watchForStarvation(() => stream.media, {
    stallTimeoutMs: hasAlternative ? STALL_TIMEOUT_MS : LAST_STALL_TIMEOUT_MS,
    onStarved: (status) => {
      stream.stopLoad();
      fail(toProblem(status));
    },
  });
  stream.on(Events.DESTROYING, starvation.stop);
  stream.on(Events.MANIFEST_LOADED, (_event, { levels }) => {
    for (const { attrs } of levels)
      for (const codec of attrs.CODECS?.split(",") ?? []) declaredCodecs.add(codec.trim());
  });
  // hls.js skips what it cannot play, without an error.
  stream.config.fLoader = createReadingLoader(HlsClass, (bytes) => {
    if (declaredCodecs.size > 0) return;
    for (const codec of findCodecs(bytes.subarray(0, CODEC_TABLE_BYTES))) declaredCodecs.add(codec);
    const missingCodecs = getMissingCodecs();
    if (missingCodecs.length > 0) update({ missingCodecs });
  });
  stream.on(Events.FRAG_BUFFERED, (_event, { frag }) => {
    recoveries = 0;
    starvation.fed(frag.type);
  });
  stream.on(Events.ERROR, (_event, data) => {
    const { fatal, type, details, response, frag } = data;
    const isNetwork = type === ErrorTypes.NETWORK_ERROR;
    const status = response?.code;
    if (details === ErrorDetails.BUFFER_ADD_CODEC_ERROR)
      for (const codec of codecsOfType(data.mimeType ?? "")) declaredCodecs.add(codec);
    if (isNetwork && isSigned && isStale(status)) {
      starvation.stop();
      stream.stopLoad();
      return fail(toProblem(status));
    }
    const isServerError = status !== undefined && status >= 500 && !isRetryable(status);
    if (isNetwork && (isRefusal(status) || isServerError))
      starvation.failed(frag?.type ?? "main", status);
    if (!fatal) return;
    recoveries += 1;
    const missingCodecs = type === ErrorTypes.MEDIA_ERROR ? getMissingCodecs() : [];
    const mayRecover = missingCodecs.length === 0 && !isRefusal(status);
    if (mayRecover && recoveries <= MAX_RECOVERIES && state().qualities.length > 0) {
      if (isNetwork) return stream.startLoad();
      onReset();
      return stream.recoverMediaError();
    }
    stream.stopLoad();
    if (isNetwork && state().started) return starvation.failed(frag?.type ?? "main", status, true);
    starvation.stop();
    if (missingCodecs.length > 0) return fail("codec", missingCodecs);
    const isGarbage =
      details === ErrorDetails.MANIFEST_PARSING_ERROR ||
      details === ErrorDetails.LEVEL_PARSING_ERROR ||
      details === ErrorDetails.LEVEL_EMPTY_ERROR;
    if (isGarbage) return fail("garbage");
    if (type === ErrorTypes.KEY_SYSTEM_ERROR) return fail("protected");
    fail(isNetwork ? toProblem(status) : "damaged");
  });
}

/** The height, else the next lower one, else the lowest; -1 without heights. */
function closestQuality(levels: readonly { height: number }[], height: number): number {
  const ordered = levels.flatMap((level, index) =>
    level.height > 0 ? [{ height: level.height, index }] : [],
  );
  ordered.sort((one, other) => other.height - one.height);
  return (ordered.find((level) => level.height <= height) ?? ordered.at(-1))?.index ?? -1;
}

interface Level {
  height: number;
  bitrate: number;
}

/** Returns `1080p`, with the bit rate when two renditions share a height. */
function levelLabel(level: Level, levels: readonly Level[]): string {
  const rate = `${(level.bitrate / 1_000_000).toFixed(1)} Mbit/s`;
  if (!(level.height > 0)) return rate;
  return levels.filter(({ height }) => height === level.height).length > 1
    ? `${level.height}p, ${rate}`
    : `${level.height}p`;
}

function toTrackOption(
  { name, lang }: { name: string; lang?: string },
  index: number,
): TrackOption {
  return { index, label: name, language: lang ?? null };
}

/** Reads the flags of RFC 8216 section 4.3.4.1. */
function toSubtitleOption(track: MediaPlaylist, index: number): SubtitleOption {
  const isHearingImpaired = track.characteristics?.includes("describes-music-and-sound");
  return {
    ...toTrackOption(track, index),
    kind: subtitleKind(track.name, { isForced: track.forced, isHearingImpaired }),
    isDefault: track.default,
  };
}
