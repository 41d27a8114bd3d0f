/** A row per kind of notification, in the order of the settings. */
export const NOTIFICATION_KINDS = ["episode.aired", "episode.available"] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
