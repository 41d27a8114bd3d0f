import { displayTitle } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import {
  listNoticeGroups,
  type NoticeGroup,
} from "~/features/notifications/inbox/list-notifications.server";
import { listMutedTitles } from "~/features/notifications/inbox/mute-title.server";
import { formatNoticeRange } from "~/features/notifications/inbox/notice-input";
import {
  noticePath,
  noticeWatchPath,
  openingNotice,
} from "~/features/notifications/inbox/notice-path";
import { noticeTitle } from "~/features/notifications/inbox/notice-title.server";
import { aroundTitle, noticeText } from "~/features/notifications/inbox/notice-text";
import type { NoticeView } from "~/features/notifications/view/notification-list";
import { instantOf, wallMidnight } from "~/features/schedule/time-zone";
import type { SessionUser } from "~/features/accounts/session-user.server";
import { groupByDay } from "~/i18n/group-by-day";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import { readPageNumber } from "~/parsing/page-number";
import type { Database } from "~db/client.server";

const GROUPS_PER_PAGE = 30;
/** Covers the time for which notifications are kept; older ones are one group of their title. */
const DAYS = 62;

interface NotificationsRequest {
  user: SessionUser;
  parameters: URLSearchParams;
  zone: string;
  now?: Date;
}

/** A page of notifications by day, what a user is told about, and the muted titles. */
export async function loadNotifications(
  db: Database,
  { i18n, titleLanguage, parentalControl }: PageViewer,
  { user, parameters, zone, now = new Date() }: NotificationsRequest,
) {
  const unreadOnly = parameters.get("show") === "unread";
  const [{ groups, page, last }, muted] = await Promise.all([
    listNoticeGroups(db, user.id, {
      unreadOnly,
      page: readPageNumber(parameters),
      perPage: GROUPS_PER_PAGE,
      days: dayStarts(now, zone),
    }),
    listMutedTitles(db, user.id, { parentalControl }),
  ]);
  const toView = (group: NoticeGroup, time: string | null): NoticeView => {
    const { kind, animeId, playable, isSite } = group;
    const title = noticeTitle(i18n, group, titleLanguage);
    const range = formatNoticeRange(group);
    const watch = noticeWatchPath({ kind, animeId, title: group.title, playable });
    const path = noticePath({ kind, animeId, title: group.title, playable: null, isSite });
    // What is read already needs no mark.
    const opening = (to: string) => (group.isUnread ? openingNotice(to, group) : to);
    return {
      ...{ range, animeId, title, isUnread: group.isUnread },
      text: noticeText(i18n, group, title.text),
      around: aroundTitle(i18n, group),
      path: opening(path),
      watchPath: watch === null ? null : opening(watch),
      at: group.at.toISOString(),
      time: time ?? "",
    };
  };
  return {
    unreadOnly,
    page,
    last,
    days: groupByDay(groups, ({ at }) => at.toISOString(), toView, { zone, now, i18n }),
    muted: muted.map(({ animeId, ...names }) => ({
      animeId,
      title: displayTitle(names, titleLanguage),
      path: animePath({ mal_id: animeId, title: names.title }),
    })),
  };
}

/** The beginnings of the latest days of a time zone, the first one first. */
function dayStarts(now: Date, zone: string): Date[] {
  return Array.from(
    { length: DAYS },
    (_, day) => new Date(instantOf(wallMidnight(now, zone, day - DAYS + 1), zone)),
  );
}
