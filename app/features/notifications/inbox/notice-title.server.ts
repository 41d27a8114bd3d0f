import {
  displayTitle,
  type DisplayTitle,
  type TitleLanguage,
  type TitleNames,
} from "~/features/catalog/title-language";
import type { EventKind } from "~/features/notifications/notification-kinds";
import type { I18n } from "~/i18n/i18n";
import { ACCOUNT_CHANGES, type AccountChange } from "~db/outbox.server";

interface Named extends TitleNames {
  kind: EventKind;
}

/** The name of what a notification is about: a title, a channel, or a change of the account. */
export function noticeTitle(
  { t }: Pick<I18n, "t">,
  notice: Named,
  language: TitleLanguage,
): Pick<DisplayTitle, "text"> & Partial<DisplayTitle> {
  if (notice.kind === "channel.ended" && notice.title === "")
    return { text: t("channels.service.mail") };
  if (notice.kind !== "account.changed") return displayTitle(notice, language);
  const change = accountChangeOf(notice);
  return {
    text: t(change === null ? "notices.kind.account.changed" : `mail.${change}.subject`),
  };
}

/** The change of the account; null for one that only a newer release knows. */
export function accountChangeOf({ title }: Named): AccountChange | null {
  return ACCOUNT_CHANGES.find((known) => known === title) ?? null;
}
