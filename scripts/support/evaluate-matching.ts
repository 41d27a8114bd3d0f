import { readFileSync } from "node:fs";
import { z } from "zod";
import { isSure, matchMedia } from "~/features/library/matching/match-media";
import type { TitleSource } from "~/features/library/matching/title-facts";
import { decideFile } from "~/features/library/scan/decide-file";
import { parseMediaPath } from "~/features/library/names/media-path";

/**
 * The expected episodes of a file. Openings, recaps and others that belong to none have no title.
 */
const expectation = z.object({
  path: z.string(),
  anime: z.int().nullable(),
  first: z.int(),
  last: z.int(),
  /** What the name is an example of. */
  class: z.string().optional(),
});
type Expectation = z.infer<typeof expectation>;

const isRight = (line: Expectation, malId: number | undefined): boolean => malId === line.anime;

export interface MatchingEvaluation {
  /** How many names are of episodes; the counts below are of these. */
  names: number;
  rightTitle: number;
  rightEpisode: number;
  sure: number;
  /** Sure and right: attached without asking. */
  rightAndSure: number;
  /** Sure, but another title or episode. */
  wrongAndSure: number;
  /** Files that belong to no episode. */
  others: number;
  /** Files without a title of their own that would be attached all the same. */
  othersAttached: number;
  /** Mistakes, one line each. */
  mistakes: string[];
}

/**
 * Release names with their titles and episodes: `names` by hand and by convention, `classes` of
 * forms that are easily misread, with the seasons of TheTVDB.
 */
export function readReleaseNames(corpus: "names" | "classes"): Expectation[] {
  return readFileSync(
    new URL(`../../tests/catalog/release-names/${corpus}.ndjson`, import.meta.url),
    "utf8",
  )
    .trim()
    .split("\n")
    .map((line) => expectation.parse(JSON.parse(line)));
}

export async function evaluateMatching(
  titles: TitleSource,
  lines: readonly Expectation[],
): Promise<MatchingEvaluation> {
  const result: MatchingEvaluation = {
    names: 0,
    rightTitle: 0,
    rightEpisode: 0,
    sure: 0,
    rightAndSure: 0,
    wrongAndSure: 0,
    others: 0,
    othersAttached: 0,
    mistakes: [],
  };
  for (const line of lines) {
    const name = parseMediaPath(line.path);
    const matches = name.kind === "extra" ? [] : await matchMedia(titles, name);
    const [best] = matches;
    if (line.anime === null) {
      const isAttached = decideFile(name, matches, undefined).decision === "automatic";
      result.others += 1;
      result.othersAttached += isAttached ? 1 : 0;
      if (isAttached) result.mistakes.push(`ATTACHED ${line.path} → ${best?.title ?? ""}`);
      continue;
    }
    result.names += 1;
    const hasTitle = isRight(line, best?.malId);
    const hasEpisode =
      hasTitle && best?.episode?.first === line.first && best.episode.last === line.last;
    const sure = best !== undefined && isSure(best);
    result.rightTitle += hasTitle ? 1 : 0;
    result.rightEpisode += hasEpisode ? 1 : 0;
    result.sure += sure ? 1 : 0;
    result.rightAndSure += sure && hasEpisode ? 1 : 0;
    result.wrongAndSure += sure && !hasEpisode ? 1 : 0;
    if (!hasEpisode)
      result.mistakes.push(
        `${sure ? "SURE " : ""}${line.path} → ${best === undefined ? "nothing" : `${best.malId} ${best.title} ${best.episode?.first ?? "-"} (${best.confidence})`} instead of ${line.anime} ${line.first}`,
      );
  }
  return result;
}
