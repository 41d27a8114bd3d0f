import type Hls from "hls.js";
import type {
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoadPolicy,
  PlaylistLoaderConstructor,
} from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";
import type { Choice, PlayerState } from "./player-state";
import { isLater, problemOf } from "./problem-of";

/** Attempts to go on after a failure before the viewer is asked. */
const MOST_RECOVERIES = 2;
/** Our own limit of requests lasts a minute at most; this many waits, which double up to eight seconds, outlast it. */
const MOST_WAITS = 11;

interface Following {
  state: () => PlayerState;
  update: (part: Partial<PlayerState>) => void;
  onSubtitle: () => void;
}

/** A stream that starts at `startAt` seconds and tells `update` what there is to choose and what goes wrong. */
export function openStream(HlsClass: typeof Hls, startAt: number, following: Following): Hls {
  const { fragLoadPolicy, keyLoadPolicy, playlistLoadPolicy, manifestLoadPolicy } =
    HlsClass.DefaultConfig;
  const stream = new HlsClass({
    startPosition: startAt > 0 ? startAt : -1,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    workerPath,
    pLoader: freshPlaylists(HlsClass),
    fragLoadPolicy: patient(fragLoadPolicy),
    keyLoadPolicy: patient(keyLoadPolicy),
    playlistLoadPolicy: patient(playlistLoadPolicy),
    manifestLoadPolicy: patient(manifestLoadPolicy),
  });
  follow(stream, HlsClass, following);
  return stream;
}

/**
 * Loads playlists past what the browser has kept of them. The video proxy lets them be kept for a day (specification 4.9), for which a live one would
 * stand still; one that has not changed costs an empty answer.
 */
function freshPlaylists(HlsClass: typeof Hls): PlaylistLoaderConstructor {
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

/** The policy, but waiting when a limit says that it is too much at once. hls.js alone takes every 4xx for final. */
function patient({ default: usual }: LoadPolicy): LoadPolicy {
  const errorRetry = usual.errorRetry ?? {
    maxNumRetry: 0,
    retryDelayMs: 1_000,
    maxRetryDelayMs: 8_000,
  };
  return {
    default: {
      ...usual,
      errorRetry: {
        ...errorRetry,
        shouldRetry: (_policy, count, _isTimeout, answer, usually) =>
          usually || (isLater(answer?.code) && count < MOST_WAITS),
      },
    },
  };
}

function follow(
  stream: Hls,
  { Events, ErrorTypes, ErrorDetails }: typeof Hls,
  { state, update, onSubtitle }: Following,
): void {
  let recoveries = 0;
  // Subtitles are drawn by us, above the controls and in the viewer's size.
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
    update({ audios: stream.audioTracks.map(trackChoice), audio: stream.audioTrack }),
  );
  stream.on(Events.AUDIO_TRACK_SWITCHED, () => update({ audio: stream.audioTrack }));
  stream.on(Events.SUBTITLE_TRACKS_UPDATED, () =>
    update({ subtitles: stream.subtitleTracks.map(trackChoice), subtitle: stream.subtitleTrack }),
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
    if (recoveries <= MOST_RECOVERIES && state().qualities.length > 0) {
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
      problem: isGarbage ? "garbage" : isNetwork ? problemOf(response?.code) : "damaged",
    });
  });
}

interface Level {
  height: number;
  bitrate: number;
}

/** `1080p`; where two renditions share a height their bit rate tells them apart. */
function levelLabel(level: Level, all: readonly Level[]): string {
  const rate = `${(level.bitrate / 1_000_000).toFixed(1)} Mbit/s`;
  if (!(level.height > 0)) return rate;
  return all.filter(({ height }) => height === level.height).length > 1
    ? `${level.height}p, ${rate}`
    : `${level.height}p`;
}

function trackChoice({ name, lang }: { name: string; lang?: string }, index: number): Choice {
  return { index, label: name, language: lang ?? null };
}
