import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { muteTitle, unmuteTitle } from "~/features/notifications/inbox/mute-title.server";
import type { NoticeForm } from "~/features/notifications/inbox/notice-input";
import {
  readAllNotices,
  readNoticeRange,
} from "~/features/notifications/inbox/read-notifications.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { I18n } from "~/i18n/i18n";
import type { PageChange } from "~/ui/changes/page-change";
import type { Database } from "~db/client.server";

/** Throws `NotFound` and `Conflict`. */
export async function changeNotifications(
  db: Database,
  user: SessionUser,
  form: NoticeForm,
  { i18n: { t }, titleLanguage }: { i18n: I18n; titleLanguage: TitleLanguage },
): Promise<PageChange> {
  switch (form.intent) {
    case "read":
      await readNoticeRange(db, user.id, form.range);
      return { message: t("notices.done.read"), undo: null };
    case "read-all":
      await readAllNotices(db, user.id);
      return { message: t("notices.done.readAll"), undo: null };
    case "mute": {
      const { animeId } = form;
      const { parentalControl } = user.preferences;
      const names = await muteTitle(db, user.id, { animeId, parentalControl });
      return {
        message: t("notices.done.muted", { title: displayTitle(names, titleLanguage).text }),
        undo: { intent: "unmute", animeId: String(animeId) },
      };
    }
    case "unmute":
      await unmuteTitle(db, user.id, form.animeId);
      return { message: t("notices.done.unmuted"), undo: null };
  }
}
