/** A row per kind of notification, in the order of the settings. */
export const NOTIFICATION_KINDS = ["episode.aired", "episode.available", "channel.ended"] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The kinds that are about episodes of a title. */
export type EpisodeKind = Exclude<NotificationKind, "channel.ended">;

export function isEpisodeKind(kind: NotificationKind): kind is EpisodeKind {
  return kind !== "channel.ended";
}
