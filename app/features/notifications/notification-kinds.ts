import type { ChannelKind } from "~/providers/channels/channel-target";

/** A row per kind of notification, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  "episode.aired",
  "episode.available",
  "sequel.announced",
  "search.matched",
  "wish.added",
  "wish.declined",
  "child.asked",
  "account.changed",
  "channel.ended",
  "job.failed",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What programs alone are told: changes of a user's list, and imports of it or of the catalog. */
export const PROGRAM_KINDS = [
  "episode.watched",
  "entry.changed",
  "entry.removed",
  "import.finished",
] as const;
export type ProgramKind = (typeof PROGRAM_KINDS)[number];

export type EventKind = NotificationKind | ProgramKind;
export const EVENT_KINDS: readonly EventKind[] = [...NOTIFICATION_KINDS, ...PROGRAM_KINDS];

export function isProgramKind(kind: EventKind): kind is ProgramKind {
  return PROGRAM_KINDS.some((known) => known === kind);
}

/** The kinds that a user's webhook can get. */
export const WEBHOOK_KINDS = [
  "episode.aired",
  "episode.available",
  "sequel.announced",
  "search.matched",
  "job.failed",
  ...PROGRAM_KINDS,
] as const satisfies readonly EventKind[];
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** The kinds that a webhook of the site can get, which tell nothing of users. */
export const SITE_KINDS = [
  "episode.aired",
  "episode.available",
  "job.failed",
  "import.finished",
] as const satisfies readonly WebhookKind[];

/** The kinds that a user can turn off. A change of the account is always shown, and mailed. */
export const OPTIONAL_KINDS = [
  "episode.aired",
  "episode.available",
  "sequel.announced",
  "search.matched",
  "wish.added",
  "wish.declined",
  "child.asked",
  "channel.ended",
  "job.failed",
] as const;

/** The kinds that may be about episodes of a title. */
const EPISODE_KINDS = [
  "episode.aired",
  "episode.available",
  "episode.watched",
  "wish.added",
  "wish.declined",
] as const satisfies readonly EventKind[];

export function isEpisodeKind(kind: EventKind): kind is (typeof EPISODE_KINDS)[number] {
  return EPISODE_KINDS.some((known) => known === kind);
}

/** Whether a user may get a kind: jobs are for owners, and what children ask for is for adults. */
export function isKindOf(
  kind: EventKind,
  { role, isChild }: { role: string; isChild: boolean },
): boolean {
  return kind === "child.asked" ? !isChild : kind !== "job.failed" || role === "owner";
}

/** The kinds that a user's channel can get. */
export function kindsFor(channel: ChannelKind): readonly EventKind[] {
  return channel === "webhook" ? WEBHOOK_KINDS : NOTIFICATION_KINDS;
}
