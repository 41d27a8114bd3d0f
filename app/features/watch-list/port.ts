// What other features may use of watch lists.

export type { Tracker } from "./tracking/change-entries.server";
export type { ListListener } from "./tracking/save-changes.server";
export { entryFactsShape } from "./entry-facts.server";
export { correctCounts } from "./tracking/correct-counts.server";
export { trackPlayback } from "./tracking/track-playback.server";
export { exportOwnFormat } from "./transfer/export-own-format.server";
