import { toScale, type ScoreScale } from "~/features/catalog/score-scale";
import {
  EMPTY_FIELDS,
  mapEntryFields,
  type EntryFieldName,
  type EntryFieldValues,
} from "~/features/watch-list/tracking/entry-fields";
import { NO_STATE } from "./list-view";

export type EditValues = Readonly<Record<EntryFieldName | "episodesSeen", string>>;

/** An unlisted title defaults to planned. */
export function toEditValues(
  entry: (EntryFieldValues & { episodesSeen: number }) | null,
  scale: ScoreScale,
): EditValues {
  return {
    ...mapEntryFields<Record<EntryFieldName, string>>((name) =>
      toText((entry ?? EMPTY_FIELDS)[name]),
    ),
    state: entry === null ? "planned" : (entry.state ?? NO_STATE),
    episodesSeen: String(entry?.episodesSeen ?? 0),
    score: entry === null || entry.score === null ? "" : String(toScale(entry.score, scale)),
  };
}

function toText(value: EntryFieldValues[EntryFieldName]): string {
  if (value === null) return "";
  return typeof value === "object" ? value.join(", ") : String(value);
}
