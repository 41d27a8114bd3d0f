import type { ScoreScale } from "~/features/catalog/score-scale";
import type { CardEntry, ListStates } from "~/features/catalog/view/cards/card-states";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import type { I18n } from "~/i18n/i18n";
import { formatOwnScore } from "./format-entry";
import { NO_STATE } from "./list-view";

export function toListStates(
  summaries: ReadonlyMap<number, EntrySummary>,
  i18n: I18n,
  scale: ScoreScale,
): ListStates {
  return Object.fromEntries(
    [...summaries].map(
      ([id, { state, episodesSeen, total, score, countUp }]): [number, CardEntry] => [
        id,
        {
          state: state ?? NO_STATE,
          seen: episodesSeen,
          total,
          score: score === null ? null : formatOwnScore(i18n, score, scale),
          countsUp: countUp !== null,
        },
      ],
    ),
  );
}
