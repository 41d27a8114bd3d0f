import { findRecipient } from "~/features/accounts/directory/find-recipient.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { servicesContext, type RouterContext, siteContext } from "~/http/context";
import { composeMail, sendInBackground, type AccountMail } from "~/http/mail/send-mail.server";
import { serverI18n } from "~/i18n/i18n.server";

/** Mails the user about a change of the account, where mail works. */
export function tellUser(context: RouterContext, userId: string, kind: AccountMail): void {
  const services = context.get(servicesContext);
  sendInBackground(services, async () => {
    const user = await findRecipient(services.db, userId);
    if (user === null) return null;
    const { name } = await context.get(siteContext).siteSettings.readCached();
    const { locale } = readSitePreferences(user.site);
    return composeMail(serverI18n(locale), kind, { to: user.email, site: name });
  });
}
