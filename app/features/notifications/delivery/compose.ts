import type { TitleLanguage, TitleNames } from "~/features/catalog/title-language";
import { href } from "react-router";
import { noticePath, noticeWatchPath } from "~/features/notifications/inbox/notice-path";
import { NO_EPISODES, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { payloadOf } from "~/features/notifications/programs/payloads.server";
import { noticeTitle } from "~/features/notifications/inbox/notice-title.server";
import { noticeText } from "~/features/notifications/inbox/notice-text";
import { isProgramKind, type EventKind } from "~/features/notifications/notification-kinds";
import type { I18n } from "~/i18n/i18n";
import { coverUrl } from "~/artwork/cover-sizes";
import type { ChannelMessage, PushCard } from "~/providers/channels/channel-message";

/** An event that is due at a channel. */
export interface DueEvent extends TitleNames {
  eventId: number;
  /** The message that an earlier attempt had it in; null before the first one. */
  messageId: number | null;
  kind: EventKind;
  at: Date;
  /** The id of the title; null for an event about something else. */
  animeId: number | null;
  episode: number | null;
  /** Whether the title has a single episode, as a film has. */
  isOnly: boolean;
  /** Whether it says that the first day of a sequel became known. */
  isDated: boolean;
  /** Whether the episode can be played here now. */
  plays: boolean;
  /** Whether it concerns the site or everyone whom its title does, and no user alone. */
  isSite: boolean;
  /** What the event itself says, beside its title and episode. */
  data: Readonly<Record<string, unknown>>;
}

/** Events of one message: those of one kind and title are next to each other. */
export interface DueMessage {
  id: number;
  groups: DueEvent[][];
}

export interface Reader {
  i18n: I18n;
  titleLanguage: TitleLanguage;
  /** The site's name. */
  siteName: string;
  /** The origin of `PUBLIC_URL`; null without one. */
  origin: string | null;
}

/** A person gets more groups than this as one message. */
const MAX_MESSAGES = 5;
/** A message names so many groups, and counts the others. */
const MAX_LINES = 10;
/** The characters of a line, so that a message fits into the 2,000 that Discord takes. */
const MAX_LINE_LENGTH = 120;
/** The width in pixels of the cover beside a notification of the system. */
const COVER_WIDTH = 240;

/**
 * Joins events to messages, one per kind and title. A person gets more than `max` of them as one. A
 * change of the account, and what an earlier attempt had in one message, is a message of its own.
 */
export function groupMessages(events: readonly DueEvent[], max = MAX_MESSAGES): DueMessage[] {
  const fresh = groupBy(
    events.filter(({ messageId }) => messageId === null),
    subjectKey,
  );
  const own = fresh.filter(([event]) => event?.kind === "account.changed");
  const news = fresh.filter((group) => !own.includes(group));
  const joined = [...own, ...(news.length > max ? [] : news)].map((one) => [one]);
  if (news.length > max) joined.push(news);
  const repeated = groupBy(
    events.filter(({ messageId }) => messageId !== null),
    ({ messageId }) => String(messageId),
  ).map((all) => groupBy(all, subjectKey));
  return [...repeated, ...joined].map((groups) => {
    const all = groups.flat();
    const id = all[0]?.messageId ?? Math.min(...all.map(({ eventId }) => eventId));
    return { id, groups };
  });
}

/** Makes the text in the reader's language, with titles in their title language. */
export function composeMessage({ id, groups }: DueMessage, reader: Reader): ChannelMessage {
  const { i18n, siteName } = reader;
  const parts = groups.map((group) => describe(group, reader));
  const [first] = parts;
  if (first === undefined) throw new Error("A message without events was composed.");
  const lines = parts.slice(0, MAX_LINES).map(({ text }) => shortened(text));
  const rest = parts.length - lines.length;
  if (rest > 0) lines.push(i18n.t("notice.more", { count: rest }));
  const text = lines.join("\n");
  const own = { id: `akari-${id}`, title: siteName, text, event: first.event };
  if (parts.length === 1) return { ...own, url: first.url, card: first.card };
  const path = href("/notifications");
  const card = plainCard({ title: siteName, body: text, path, tag: `message-${id}` });
  return { ...own, url: absolute(path, reader), card };
}

/** What "Test" sends. */
export function composeTest({ i18n, siteName, origin }: Reader, id: string): ChannelMessage {
  const text = i18n.t("channels.testText", { site: siteName });
  const event = { type: "channel.test", at: new Date(), data: () => ({ text }) };
  const path = href("/settings/notifications");
  const card = plainCard({ title: siteName, body: text, path, tag: "test" });
  return { id: `akari-test-${id}`, title: siteName, text, url: origin, card, event };
}

function plainCard(parts: Pick<PushCard, "title" | "body" | "path" | "tag">): PushCard {
  return { ...parts, image: null, seen: null, watch: null };
}

/** What a group of events says, to a person and to a program. */
export function describe(group: readonly DueEvent[], reader: Reader) {
  const [event] = group;
  if (event === undefined) throw new Error("A group without events was composed.");
  const { kind, animeId, isOnly, isSite } = event;
  const isDated = group.some((one) => one.isDated);
  const numbers = group.flatMap(episodesOf);
  const episodes = [...new Set(numbers)].sort((one, other) => one - other);
  const title = noticeTitle(reader.i18n, event, reader.titleLanguage).text;
  const text = noticeText(reader.i18n, { kind, episodes, isOnly, isDated }, title);
  const playing = group.filter(({ plays }) => plays).map(({ episode }) => episode ?? 0);
  const playable = playing.length === 0 ? null : Math.min(...playing);
  const noticed = { kind, animeId, title: event.title, playable, isSite };
  const path = noticePath(noticed);
  const watchPath = noticeWatchPath(noticed);
  const url = absolute(path, reader);
  const facts = { mal_id: animeId, title, episode: episodes[0] ?? null, episodes, text, url };
  const data = () => payloadOf(kind, { ...event.data, dated: isDated, ...facts });
  const at = new Date(Math.max(...group.map((one) => one.at.getTime())));
  const { t } = reader.i18n;
  const [episode] = episodes;
  const card: PushCard = {
    ...{ title, body: text, path },
    image: animeId === null ? null : coverUrl(animeId, COVER_WIDTH),
    tag: animeId === null ? `event-${event.eventId}` : `title-${animeId}`,
    seen:
      animeId !== null && episode !== undefined && episodes.length === 1
        ? { label: t("push.seen"), animeId, episode }
        : null,
    watch: watchPath === null ? null : { label: t("push.watch"), path: watchPath },
  };
  return { text, url, card, event: { type: kind, at, data } };
}

export function absolute(path: string, { origin }: Pick<Reader, "origin">): string | null {
  return origin === null ? null : origin + path;
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_LINE_LENGTH
    ? text
    : `${characters.slice(0, MAX_LINE_LENGTH - 1).join("")}…`;
}

/** Programs are told each change by itself, people what concerns a title together. */
function subjectKey({ kind, animeId, eventId }: DueEvent): string {
  return `${kind} ${animeId === null || isProgramKind(kind) ? `event ${eventId}` : animeId}`;
}

function episodesOf({ episode, data }: DueEvent): number[] {
  if (episode !== null) return [episode];
  return spansOf(data["episodes"]).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

function spansOf(stored: unknown): EpisodeSet {
  return Array.isArray(stored) ? (stored as EpisodeSet) : NO_EPISODES;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
