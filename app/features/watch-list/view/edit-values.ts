import { toScale, type ScoreScale } from "~/features/catalog/score-scale";
import type { WatchListEntry } from "~/features/watch-list/entry";
import type { ENTRY_FIELDS } from "~/features/watch-list/tracking/track-input";
import { NO_STATE } from "./list-view";

export type EditValues = Readonly<Record<(typeof ENTRY_FIELDS)[number], string>>;

type EditedFields = Pick<
  WatchListEntry,
  | "state"
  | "episodes_seen"
  | "score"
  | "started_on"
  | "finished_on"
  | "notes"
  | "tags"
  | "priority"
  | "private"
>;

/** An unlisted title defaults to planned. */
export function toEditValues(entry: EditedFields | null, scale: ScoreScale): EditValues {
  return {
    state: entry === null ? "planned" : (entry.state ?? NO_STATE),
    episodesSeen: String(entry?.episodes_seen ?? 0),
    score: entry === null || entry.score === null ? "" : String(toScale(entry.score, scale)),
    startedOn: entry?.started_on ?? "",
    finishedOn: entry?.finished_on ?? "",
    notes: entry?.notes ?? "",
    tags: entry?.tags.join(", ") ?? "",
    priority: String(entry?.priority ?? 0),
    private: String(entry?.private ?? false),
  };
}
