import { changeEmail } from "~/features/accounts/change-email.server";
import type { Session } from "~/features/accounts/sessions.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { servicesContext, type RouterContext, siteContext } from "~/http/context";
import { composeMail, sendInBackground } from "~/http/mail/send-mail.server";
import { serverI18n } from "~/i18n/i18n.server";

/** Requires a proof of who it is. Notifies the old address where mail works. Throws `Conflict`. */
export async function changeOwnEmail(
  context: RouterContext,
  session: Session,
  email: string,
): Promise<void> {
  const services = context.get(servicesContext);
  const previous = await changeEmail(services.db, session, email);
  if (previous === null) return;
  const { locale } = readSitePreferences(session.user.preferences.site);
  sendInBackground(services, async () => {
    const { name } = await context.get(siteContext).siteSettings.readCached();
    const texts = { to: previous, site: name, email };
    return composeMail(serverI18n(locale), "emailChanged", texts);
  });
}
