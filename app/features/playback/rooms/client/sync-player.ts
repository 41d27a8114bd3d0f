import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { isMovingAt, positionAt, type RoomPlayback } from "~/features/playback/rooms/room-rules";
import { correctDrift, learnSeekTime } from "./drift";

export type MemberChange =
  | { do: "play" | "pause" | "seek"; position: number }
  | { do: "wait" | "ready" };

interface SyncOptions {
  engine: PlayerEngine;
  /** What the room plays, or null while the player has another episode loaded. */
  room: () => RoomPlayback | null;
  /** The room's clock in milliseconds; null while unknown. */
  now: () => number | null;
  /** A change that the viewer made in the player, or that buffering makes necessary. */
  onChange: (change: MemberChange) => void;
  /** Outlives the episode, so that the room waits for the next one to load. */
  viewer: { hasPlayed: boolean };
}

const STEP_MS = 200;
/** A source starts and seeks at a frame. */
const PAUSED_TOLERANCE_SECONDS = 0.1;
/** Seconds below which nothing is sought: streams jump over small gaps by themselves. */
const MIN_SEEK_SECONDS = 0.75;
/** The wait after the last of several seeks, such as along the bar. */
const SEEK_DELAY_MS = 250;
/** Interruptions that are shorter are caught up. */
const MIN_STALL_MS = 500;
const SECONDS_AHEAD = 1.5;
/** The least time between seeks that correct, so that buffering can catch up. */
const SEEK_GAP_MS = 2_000;

/**
 * Moves the player with the room, and reports what its viewer does. What differs from the room
 * without our doing is the viewer's: controls, keys and headphones all end in the element's events.
 */
export function syncPlayer({ engine, room, now, onChange, viewer }: SyncOptions): {
  step(): void;
  stop(): void;
} {
  const { video } = engine;
  let isOwnPause = false;
  let isOwnPlay = false;
  /** Whether the `play` event has come, which is a task after the call. */
  let isPlayReported = !video.paused;
  let ownTarget: number | null = null;
  let seekTimer: ReturnType<typeof setTimeout> | undefined;
  let nextSeekAt = 0;
  let seekTime = 0.1;
  let isSeekMeasured = true;
  const reportStall = createStallReport({ engine, onChange, viewer });
  let latest: RoomPlayback | null = null;

  const seek = (target: number): void => {
    ownTarget = Math.max(0, Math.min(target, video.duration));
    nextSeekAt = performance.now() + SEEK_GAP_MS;
    engine.seek(ownTarget);
  };

  const followMoving = (target: number): void => {
    const isOver = target >= video.duration;
    if (isOver && (video.ended || video.paused)) return;
    if (video.paused) {
      // Refused until the viewer has touched the page; the player shows its button then.
      video.play().catch(() => undefined);
      if (video.paused) return;
      isOwnPlay = true;
    }
    const drift = video.currentTime - target;
    const correction = correctDrift(drift);
    if (correction.do === "play") video.playbackRate = correction.rate;
    else if (performance.now() >= nextSeekAt) {
      seek(target + seekTime);
      isSeekMeasured = false;
    } else video.playbackRate = drift > 0 ? 0.95 : 1.05;
  };

  const step = (): void => {
    const time = now();
    const playback = room();
    if (time === null || playback === null) return;
    if (playback.at !== latest?.at || playback.position !== latest.position) nextSeekAt = 0;
    latest = playback;
    const isMoving = isMovingAt(playback, time);
    reportStall(isMoving);
    if (!isFollowing(engine) || seekTimer !== undefined) return;
    const target = positionAt(playback, time);
    if (!isMoving && !video.paused) {
      // The viewer has pressed play.
      if (!isPlayReported && !isOwnPlay) return;
      isOwnPause = true;
      video.pause();
    }
    if (video.seeking) return;
    if (isMoving) return followMoving(target);
    video.playbackRate = 1;
    const isAway = Math.abs(video.currentTime - target) > PAUSED_TOLERANCE_SECONDS;
    const isReachable = target <= video.duration || video.currentTime < video.duration - 1;
    if (isAway && isReachable && performance.now() >= nextSeekAt) seek(target);
  };

  const onPlay = (): void => {
    const wasOwn = isOwnPlay;
    isOwnPlay = false;
    isPlayReported = true;
    if (video.paused) return;
    viewer.hasPlayed = true;
    const playback = room();
    if (!isFollowing(engine) || playback === null) return;
    if (!playback.playing && !wasOwn) onChange({ do: "play", position: video.currentTime });
    step();
  };
  const onPause = (): void => {
    const wasOwn = isOwnPause;
    isOwnPause = false;
    isPlayReported = false;
    const [time, playback] = [now(), room()];
    // Phones pause hidden pages, which is no wish of the viewer.
    if (wasOwn || !video.paused || video.ended || document.hidden) return;
    if (time === null || playback === null || !isFollowing(engine)) return;
    if (isMovingAt(playback, time)) onChange({ do: "pause", position: video.currentTime });
  };
  const onSeeking = (): void => {
    const [time, playback] = [now(), room()];
    if (time === null || playback === null || !isFollowing(engine)) return;
    if (ownTarget !== null && Math.abs(video.currentTime - ownTarget) < MIN_SEEK_SECONDS) return;
    const isNear = Math.abs(video.currentTime - positionAt(playback, time)) < MIN_SEEK_SECONDS;
    if (isNear && seekTimer === undefined) return;
    clearTimeout(seekTimer);
    seekTimer = setTimeout(() => {
      seekTimer = undefined;
      nextSeekAt = 0;
      onChange({ do: "seek", position: video.currentTime });
    }, SEEK_DELAY_MS);
  };
  const onSeeked = (): void => {
    ownTarget = null;
  };
  const onPlaying = (): void => {
    const [time, playback] = [now(), room()];
    if (time === null || playback === null || isSeekMeasured || !isFollowing(engine)) return;
    isSeekMeasured = true;
    seekTime = learnSeekTime(seekTime, video.currentTime - positionAt(playback, time));
  };

  const controller = new AbortController();
  const { signal } = controller;
  video.addEventListener("play", onPlay, { signal });
  video.addEventListener("pause", onPause, { signal });
  video.addEventListener("seeking", onSeeking, { signal });
  video.addEventListener("seeked", onSeeked, { signal });
  video.addEventListener("playing", onPlaying, { signal });
  document.addEventListener("visibilitychange", step, { signal });
  const timer = setInterval(step, STEP_MS);
  return {
    step,
    stop() {
      clearInterval(timer);
      clearTimeout(seekTimer);
      controller.abort();
      video.playbackRate = 1;
    },
  };
}

/** Whether the element's times and events mean something. */
function isFollowing(engine: PlayerEngine): boolean {
  const { phase, settled, live } = engine.snapshot();
  return phase === "ready" && settled && !live;
}

/** Returns what tells the room that this viewer's player waits for data, and that it plays on. */
function createStallReport({
  engine,
  onChange,
  viewer,
}: Pick<SyncOptions, "engine" | "onChange" | "viewer">) {
  const { video } = engine;
  let stalledSince: number | null = null;
  let isWaiting = false;
  return (isMoving: boolean): void => {
    const { phase } = engine.snapshot();
    const time = performance.now();
    const isStalled =
      viewer.hasPlayed &&
      isMoving &&
      (phase === "loading" || (phase === "ready" && video.readyState < video.HAVE_FUTURE_DATA)) &&
      !video.ended;
    stalledSince = isStalled ? (stalledSince ?? time) : null;
    if (!isWaiting && stalledSince !== null && time - stalledSince >= MIN_STALL_MS) {
      isWaiting = true;
      onChange({ do: "wait" });
    } else if (isWaiting && !isStalled && (phase === "failed" || isBuffered(video))) {
      isWaiting = false;
      onChange({ do: "ready" });
    }
  };
}

function isBuffered({ buffered, currentTime, duration, readyState }: HTMLVideoElement): boolean {
  if (readyState >= 4) return true;
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime + 0.1)
      if (buffered.end(index) >= Math.min(currentTime + SECONDS_AHEAD, duration - 0.1)) return true;
  return false;
}
