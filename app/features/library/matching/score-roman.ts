import { bestSimilarity, SAME_NAME } from "./name-similarity";
import { toScored, type Attempt, type Scored } from "./score-match";
import { sequelsOf } from "./season-line";
import type { TitleSource } from "./title-facts";

/** `II` may be the second part, or the next title of the series. */
const AMBIGUOUS = 0.8;

/** Takes a roman number for the part of an original video animation. */
export async function scoreRoman(source: TitleSource, attempt: Attempt): Promise<Scored[]> {
  const { candidate, reading } = attempt;
  const { type, episodes } = candidate;
  const similarity = bestSimilarity(reading.title, candidate);
  const isPart = type === "OVA" && (episodes ?? 1) > 1;
  if (!isPart || (episodes ?? 0) < (reading.episode?.last ?? 0) || similarity < SAME_NAME)
    return [];
  const sequels = await source.facts(await sequelsOf(source, candidate.malId));
  const hasSequel = [...sequels.values()].some(({ title }) => title.startsWith(candidate.title));
  return [
    toScored(attempt, {
      similarity,
      placed: {
        facts: candidate,
        episode: reading.episode,
        certainty: hasSequel ? AMBIGUOUS : 1,
        isOutside: false,
        reasons: [],
      },
      how: "match.sameName",
    }),
  ];
}
