import { hasEpisode, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import {
  isCaughtUp,
  nextEpisode,
  type EpisodeSpan,
} from "~/features/catalog/episodes/next-episode";
import { resumePosition, type Progress } from "./progress-rules";

/** What comes next on a title's page: the same as on Home, in the library and from the API. */
export type EpisodeToPlay =
  /** The kind is `again` once all that was broadcast is seen. */
  | { number: number; kind: "begin" | "continue" | "again" }
  /** It has no source. The first unseen episode that has one is beside it, unless all are seen. */
  | { number: number; kind: "missing"; beside: number | undefined };

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
  if (!playable.includes(next)) {
    const beside = firstToPlay(playable, span, (number) => hasEpisode(seen, number));
    return { number: next, kind: "missing", beside };
  }
  return { number: next, kind: seen.length === 0 && latest === undefined ? "begin" : "continue" };
}

/** The first playable episode, unless `isSeen`; filler only where nothing else plays. */
function firstToPlay(
  playable: readonly number[],
  { filler }: Pick<EpisodeSpan, "filler">,
  isSeen: (episode: number) => boolean = () => false,
): number | undefined {
  const left = playable.filter((number) => !isSeen(number));
  return left.find((number) => !hasEpisode(filler, number)) ?? left[0];
}
