import { href } from "react-router";
import { animePath, watchPath } from "~/features/catalog/view/anime-path";
import { withQuery } from "~/ui/with-query";
import type { EventKind } from "~/features/notifications/notification-kinds";
import { formatNoticeRange, type NoticeRange } from "./notice-input";

interface NoticedEpisode {
  kind: EventKind;
  /** The id of the title; null for a notification about something else. */
  animeId: number | null;
  title: string;
  /** The episode that can be played here; null for none. */
  playable: number | null;
  /** Whether it concerns the site, and no user alone. */
  isSite: boolean;
}

/** The page of the episode, where the notification says that it plays here and it does, or null. */
export function noticeWatchPath({
  kind,
  animeId,
  playable,
}: Omit<NoticedEpisode, "isSite">): string | null {
  return (kind === "episode.available" || kind === "wish.added") &&
    animeId !== null &&
    playable !== null
    ? watchPath(animeId, playable)
    : null;
}

/** The page that a notification is about. */
export function noticePath(notice: NoticedEpisode): string {
  const { kind, animeId, title, isSite } = notice;
  switch (kind) {
    case "account.changed":
      return href("/settings");
    case "search.matched":
      return href("/searches");
    case "wish.declined":
      return href("/wishes");
    case "job.failed":
      return href("/admin/jobs");
    case "import.finished":
      return isSite ? href("/admin/catalog") : href("/list/import");
  }
  if (animeId === null) return isSite ? href("/admin/settings") : href("/settings/notifications");
  return noticeWatchPath(notice) ?? animePath({ mal_id: animeId, title });
}

/** The parameter of a link that marks what it is about as read, as `<first>-<last>`. */
export const NOTICE_PARAMETER = "notice";

/** Returns the path of a page with what opening it marks as read. */
export function openingNotice(path: string, range: NoticeRange): string {
  return withQuery(path, { [NOTICE_PARAMETER]: formatNoticeRange(range) });
}
