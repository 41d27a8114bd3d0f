import { hasEpisode, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import {
  isCaughtUp,
  isHalfWatched,
  nextEpisode,
  WATCHED_FRACTION,
  type WatchHistory,
} from "~/features/catalog/episodes/next-episode";

const DAY_MS = 86_400_000;

/** Times in seconds; `duration` is null while unknown. */
export interface Progress {
  position: number;
  duration: number | null;
  watched: boolean;
  /** Seconds between the event and the response, because clocks differ between devices. */
  age?: number;
}

/**
 * Whether a local entry is newer than the server's; times in milliseconds of the device's clock.
 */
export function isNewer(
  at: number,
  serverProgress: Progress | null | undefined,
  receivedAt: number,
): boolean {
  return serverProgress?.age === undefined || at >= receivedAt - serverProgress.age * 1000;
}

export function isCompleted(position: number, duration: number | null): boolean {
  return duration !== null && duration > 0 && position >= duration * WATCHED_FRACTION;
}

/** Seconds; 0 for a barely started and for a finished episode. */
export function resumePosition(progress: Progress | null): number {
  return progress !== null && isHalfWatched(progress) ? progress.position : 0;
}

/** What a title's page offers to play. */
export interface EpisodeToPlay {
  number: number;
  /** The kind is `again` once all that was broadcast is seen, and `missing` without a source. */
  kind: "begin" | "continue" | "again" | "missing";
}

/** What there is of a title, and which episodes the viewer passes over. */
export type EpisodeSpan = Required<Pick<WatchHistory, "total" | "lastAired" | "filler">>;

/** What comes next of a title by what a viewer played of it; null without playable episodes. */
export function nextEpisodeToPlay(
  playable: readonly number[],
  progress: Readonly<Record<number, Progress>>,
  span: EpisodeSpan,
): EpisodeToPlay | null {
  const first = firstToPlay(playable, span);
  if (first === undefined) return null;
  const played = Object.entries(progress).map(([number, episode]) => ({
    number: Number(number),
    ...episode,
  }));
  const seen = played.flatMap(({ number, watched }): EpisodeSet => {
    return watched ? [[number, number]] : [];
  });
  const [latest] = played
    .filter((episode) => !episode.watched && resumePosition(episode) > 0)
    .sort((one, other) => (one.age ?? 0) - (other.age ?? 0) || other.number - one.number);
  const history = { ...span, seen, halfWatched: latest?.number ?? null };
  const next = nextEpisode(history);
  if (next === null || isCaughtUp(next, history)) return { number: first, kind: "again" };
  if (!playable.includes(next)) return { number: next, kind: "missing" };
  return { number: next, kind: seen.length === 0 && latest === undefined ? "begin" : "continue" };
}

/** The first playable episode, unless `isSeen`; filler only where nothing else plays. */
export function firstToPlay(
  playable: readonly number[],
  { filler }: Pick<EpisodeSpan, "filler">,
  isSeen: (episode: number) => boolean = () => false,
): number | undefined {
  const left = playable.filter((number) => !isSeen(number));
  return left.find((number) => !hasEpisode(filler, number)) ?? left[0];
}

/** Forgets positions from before a rewatch, which began on `startedOn`, in some time zone. */
export function sinceRewatch(
  progress: Readonly<Record<number, Progress>>,
  startedOn: string | null,
): Readonly<Record<number, Progress>> {
  if (startedOn === null) return progress;
  const dayAfter = ({ age = 0 }: Progress) =>
    new Date(Date.now() - age * 1000 + DAY_MS).toISOString().slice(0, 10);
  return Object.fromEntries(
    Object.entries(progress).map(([number, episode]) => [
      number,
      dayAfter(episode) < startedOn ? { ...episode, position: 0 } : episode,
    ]),
  );
}

export function watchedFraction({ position, duration, watched }: Progress): number {
  if (watched) return 1;
  return duration === null || duration <= 0 ? 0 : Math.min(1, Math.max(0, position / duration));
}
