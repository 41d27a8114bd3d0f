import { useEffect } from "react";
import type { LocalEntry } from "./local-progress";
import { isCompleted } from "~/features/catalog/episodes/half-watched";
import {
  flushProgress,
  recordProgress,
  recordProgressOnLeave,
  type SaveResponse,
} from "./send-progress";

const SAVE_INTERVAL_MS = 10_000;

/** `settled`: whether the video's time is the viewer's position. */
interface SavedPlayer {
  video: HTMLVideoElement;
  snapshot: () => { settled: boolean };
}

interface ProgressSaverOptions {
  player: SavedPlayer | null;
  animeId: number;
  episode: number;
  /** The others of a file that has several, which are seen with it. */
  otherEpisodes: readonly number[];
  /** The user's id; null for a visitor, whose progress stays in the browser. */
  owner: string | null;
  onSaved: (response: SaveResponse) => void;
}

/**
 * Saves every ten seconds, on pause, seek and end, when the episode becomes watched, and when the
 * page is hidden or left; what failed to send is sent again with the next ten seconds, or once
 * online. Times of a source that loads, fails or is live are not saved.
 */
export function useProgressSaver({
  player,
  animeId,
  episode,
  otherEpisodes,
  owner,
  onSaved,
}: ProgressSaverOptions): void {
  useEffect(() => {
    if (player === null) return;
    const { video } = player;
    let latest: LocalEntry | null = null;
    let savedPosition: number | null = null;
    let wasCompleted = false;
    let hasPlayed = false;

    const report = (response: SaveResponse | null) => {
      if (response !== null) onSaved(response);
    };
    const save = (isLeaving = false) => {
      if (latest === null || latest.position === savedPosition) return;
      savedPosition = latest.position;
      const seen = latest;
      const others = seen.watched === true ? otherEpisodes : [];
      const entries = [seen, ...others.map((other) => ({ ...seen, episode: other }))];
      if (isLeaving) return recordProgressOnLeave(owner, entries);
      void recordProgress(owner, entries).then(report);
    };
    const sendUnsent = () => {
      if (owner !== null) void flushProgress(owner).then(report);
    };
    const onTimeUpdate = () => {
      if (!hasPlayed || !player.snapshot().settled || !(video.duration > 0)) return;
      const { currentTime: position } = video;
      const duration = Number.isFinite(video.duration) ? video.duration : null;
      const completed = isCompleted(position, duration);
      latest = {
        animeId,
        episode,
        position,
        duration,
        ...(completed ? { watched: true } : {}),
        at: Date.now(),
        owner,
      };
      if (completed !== wasCompleted || savedPosition === null) save();
      wasCompleted = completed;
    };
    const onPlaying = () => {
      hasPlayed = true;
      onTimeUpdate();
    };
    const onStop = () => {
      onTimeUpdate();
      save();
    };
    const onHidden = () => {
      if (document.visibilityState === "hidden") save(true);
    };
    const onLeave = () => save(true);

    const timer = setInterval(() => {
      save();
      sendUnsent();
    }, SAVE_INTERVAL_MS);
    const controller = new AbortController();
    const { signal } = controller;
    video.addEventListener("playing", onPlaying, { signal });
    video.addEventListener("timeupdate", onTimeUpdate, { signal });
    for (const name of ["pause", "seeked", "ended"])
      video.addEventListener(name, onStop, { signal });
    document.addEventListener("visibilitychange", onHidden, { signal });
    window.addEventListener("pagehide", onLeave, { signal });
    window.addEventListener("online", sendUnsent, { signal });
    return () => {
      clearInterval(timer);
      controller.abort();
      save(true);
    };
  }, [player, animeId, episode, otherEpisodes, owner, onSaved]);
}
