import type { MediaPathName } from "~/features/library/names/media-path";
import type { MediaMatch } from "~/features/library/matching/match-ids";
import { isSure } from "~/features/library/matching/match-media";
import { storeReason, type Reason } from "~/features/library/reason";
import type { MediaSuggestion } from "~db/schema";

export interface GroupDecision {
  /** The title of the group's files; null when the group is ignored. */
  animeMalId: number | null;
  /** Whether the group is anime; if false, it is ignored. */
  isAnime: boolean;
  episodeOffset: number;
}

export interface FileDecision {
  animeMalId: number | null;
  firstEpisode: number | null;
  lastEpisode: number | null;
  confidence: number | null;
  reason: string | null;
  decision: "automatic" | "confirmed" | "ignored" | null;
  suggestions: MediaSuggestion[];
}

const MAX_SUGGESTIONS = 4;

/** Applies the operator's decision first, then a sure match; else lists suggestions. */
export function decideFile(
  name: MediaPathName,
  matches: readonly MediaMatch[],
  decided: GroupDecision | undefined,
): FileDecision {
  const open: FileDecision = {
    animeMalId: null,
    firstEpisode: null,
    lastEpisode: null,
    confidence: null,
    reason: null,
    decision: null,
    suggestions: matches.slice(0, MAX_SUGGESTIONS).map(toSuggestion),
  };
  const ignored = (reason: Reason): FileDecision => ({
    ...open,
    decision: "ignored",
    reason: storeReason(reason),
    suggestions: [],
  });
  if (decided?.animeMalId === null)
    return ignored([decided.isAnime ? "match.ignored" : "match.notAnime"]);
  if (name.kind === "extra") return ignored(["match.extra"]);
  if (decided !== undefined) {
    if (name.isFraction) return ignored(["match.betweenEpisodes"]);
    const numbers = name.episode ?? { first: 1, last: 1 };
    const first = numbers.first + decided.episodeOffset;
    if (first < 0) return { ...open, reason: storeReason(["match.beforeFirst"]) };
    return {
      ...open,
      animeMalId: decided.animeMalId,
      firstEpisode: first,
      lastEpisode: numbers.last + decided.episodeOffset,
      confidence: 1,
      reason: storeReason(["match.chosen"]),
      decision: "confirmed",
    };
  }
  const [best] = matches;
  if (best === undefined) return { ...open, reason: storeReason(["match.unknown"]) };
  if (!isSure(best) || name.isFraction)
    return {
      ...open,
      confidence: best.confidence,
      reason: storeReason(name.isFraction ? ["match.betweenEpisodes"] : best.reason),
    };
  return {
    ...open,
    animeMalId: best.malId,
    firstEpisode: best.episode?.first ?? null,
    lastEpisode: best.episode?.last ?? null,
    confidence: best.confidence,
    reason: storeReason(best.reason),
    decision: "automatic",
  };
}

function toSuggestion({ malId, episode, confidence, reason }: MediaMatch): MediaSuggestion {
  return {
    malId,
    firstEpisode: episode?.first ?? null,
    lastEpisode: episode?.last ?? null,
    confidence,
    reason: storeReason(reason),
  };
}
