import type Hls from "hls.js";
import type {
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoadPolicy,
  PlaylistLoaderConstructor,
} from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";
import type { TrackOption, PlayerState } from "./player-state";
import { isRetryable, toProblem } from "./problem";

/** Automatic recoveries before the failure is shown. */
const MAX_RECOVERIES = 2;
/** With delays that double up to 8 s, retries outlast the rate limit's window of one minute. */
const MAX_RETRIES = 11;

interface StreamObserver {
  state: () => PlayerState;
  update: (changes: Partial<PlayerState>) => void;
  onSubtitle: () => void;
}

/**
 * Creates an hls.js instance that starts at `startAt` seconds and reports tracks and errors to
 * `update`.
 */
export function openStream(HlsClass: typeof Hls, startAt: number, observer: StreamObserver): Hls {
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
  observe(stream, HlsClass, observer);
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
  { Events, ErrorTypes, ErrorDetails }: typeof Hls,
  { state, update, onSubtitle }: StreamObserver,
): void {
  let recoveries = 0;
  // Subtitles are rendered above the controls, in the viewer's size.
  stream.subtitleDisplay = false;
  stream.on(Events.MANIFEST_PARSED, () =>
    update({
      qualities: stream.levels.map((level, index) => ({
        index,
        label: levelLabel(level, stream.levels),
        language: null,
      })),
      quality: -1,
    }),
  );
  stream.on(Events.LEVEL_SWITCHED, (_event, { level }) =>
    update({ playingQuality: state().qualities[level]?.label ?? null }),
  );
  stream.on(Events.AUDIO_TRACKS_UPDATED, () =>
    update({ audios: stream.audioTracks.map(toTrackOption), audio: stream.audioTrack }),
  );
  stream.on(Events.AUDIO_TRACK_SWITCHED, () => update({ audio: stream.audioTrack }));
  stream.on(Events.SUBTITLE_TRACKS_UPDATED, () =>
    update({ subtitles: stream.subtitleTracks.map(toTrackOption), subtitle: stream.subtitleTrack }),
  );
  stream.on(Events.SUBTITLE_TRACK_SWITCH, () => {
    update({ subtitle: stream.subtitleTrack });
    onSubtitle();
  });
  stream.on(Events.FRAG_BUFFERED, () => (recoveries = 0));
  stream.on(Events.ERROR, (_event, { fatal, type, details, response }) => {
    if (!fatal) return;
    recoveries += 1;
    const isNetwork = type === ErrorTypes.NETWORK_ERROR;
    if (recoveries <= MAX_RECOVERIES && state().qualities.length > 0) {
      if (isNetwork) stream.startLoad();
      else stream.recoverMediaError();
      return;
    }
    stream.stopLoad();
    const isGarbage =
      details === ErrorDetails.MANIFEST_PARSING_ERROR ||
      details === ErrorDetails.LEVEL_PARSING_ERROR ||
      details === ErrorDetails.LEVEL_EMPTY_ERROR;
    update({
      phase: "failed",
      problem: isGarbage ? "garbage" : isNetwork ? toProblem(response?.code) : "damaged",
    });
  });
}

interface Level {
  height: number;
  bitrate: number;
}

/** `1080p`, with the bit rate when two renditions share a height. */
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
