import type { ChannelKind } from "~/providers/channels/channel-target";

/** A row per kind of notification, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  "episode.aired",
  "episode.available",
  "sequel.announced",
  "search.matched",
  "account.changed",
  "channel.ended",
  "job.failed",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The kinds that a user can turn off. A change of the account is always shown, and mailed. */
export const OPTIONAL_KINDS = [
  "episode.aired",
  "episode.available",
  "sequel.announced",
  "search.matched",
  "channel.ended",
  "job.failed",
] as const;

/** The kinds that are about episodes of a title. */
export type EpisodeKind = "episode.aired" | "episode.available";

export function isEpisodeKind(kind: NotificationKind): kind is EpisodeKind {
  return kind === "episode.aired" || kind === "episode.available";
}

/** Whether a user may get a kind: that of the site's jobs is the owners'. */
export function isKindOf(kind: NotificationKind, { role }: { role: string }): boolean {
  return kind !== "job.failed" || role === "owner";
}

/** The kinds that a channel can get: a program gets what is about titles. */
export function kindsFor(channel: ChannelKind): readonly NotificationKind[] {
  if (channel !== "webhook") return NOTIFICATION_KINDS;
  return ["episode.aired", "episode.available", "sequel.announced", "search.matched"];
}
