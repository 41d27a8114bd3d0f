import type { MediaPathName } from "~/features/library/names/media-path";
import { isSure, type MediaMatch } from "~/features/library/matching/match-media";
import type { MediaSuggestion } from "~db/schema";

export interface GroupDecision {
  animeMalId: number | null;
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

/** The operator's decision first, then a sure match; else suggestions. */
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
  if (decided !== undefined) {
    if (decided.animeMalId === null)
      return { ...open, decision: "ignored", reason: "you chose to ignore it" };
    const numbers = name.episode ?? { first: 1, last: 1 };
    const first = numbers.first + decided.episodeOffset;
    const last = numbers.last + decided.episodeOffset;
    if (!name.isFraction && name.kind !== "extra" && first >= 0)
      return {
        ...open,
        animeMalId: decided.animeMalId,
        firstEpisode: first,
        lastEpisode: last,
        confidence: 1,
        reason: "you chose the title",
        decision: "confirmed",
      };
  }
  if (name.kind === "extra")
    return { ...open, decision: "ignored", reason: "it is an extra, no episode", suggestions: [] };
  const [best] = matches;
  if (best === undefined) return { ...open, reason: "no title of the catalog has such a name" };
  if (!isSure(best) || name.isFraction)
    return {
      ...open,
      confidence: best.confidence,
      reason: name.isFraction ? "its number lies between two episodes" : best.reason,
    };
  return {
    ...open,
    animeMalId: best.malId,
    firstEpisode: best.episode?.first ?? null,
    lastEpisode: best.episode?.last ?? null,
    confidence: best.confidence,
    reason: best.reason,
    decision: "automatic",
  };
}

function toSuggestion({ malId, episode, confidence, reason }: MediaMatch): MediaSuggestion {
  return {
    malId,
    firstEpisode: episode?.first ?? null,
    lastEpisode: episode?.last ?? null,
    confidence,
    reason,
  };
}
