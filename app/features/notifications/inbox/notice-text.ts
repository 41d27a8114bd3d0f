import type { I18n } from "~/i18n/i18n";
import { isEpisodeKind, type EventKind } from "~/features/notifications/notification-kinds";
import { episodeSpans } from "./group-notices";

interface NoticeFacts {
  kind: EventKind;
  episodes: readonly number[];
  /** Whether the title has a single episode, which then goes without its number. */
  isOnly: boolean;
  /** Whether it says that the first day of a sequel became known. */
  isDated?: boolean;
}

/** A text names so many spans of episodes; where there are more, it counts the episodes. */
const MAX_SPANS = 3;
/** Stands in a message for the title; a character for private use. */
const TITLE = "\uE000";

/** The text of one or several notifications: `Episodes 3–14 of Frieren play here`. */
export function noticeText(
  { t, formatList }: Pick<I18n, "t" | "formatList">,
  { kind, episodes, isOnly, isDated = false }: NoticeFacts,
  title: string,
): string {
  if (isDated) return t("notice.dated", { title });
  const spans = episodeSpans(episodes);
  const count = episodes.length;
  if (!isEpisodeKind(kind) || isOnly || spans.length === 0)
    return t(`notice.whole.${kind}`, { title });
  if (spans.length > MAX_SPANS) return t(`notice.many.${kind}`, { title, count });
  const names = spans.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return t(`notice.${kind}`, { title, count, episodes: formatList(names) });
}

/** The text before and after the title, which pages mark up. */
export function aroundTitle(i18n: I18n, facts: NoticeFacts): [before: string, after: string] {
  const [before = "", after = ""] = noticeText(i18n, facts, TITLE).split(TITLE);
  return [before, after];
}
