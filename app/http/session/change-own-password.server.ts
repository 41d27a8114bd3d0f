import { changePassword } from "~/features/accounts/change-password.server";
import type { ChangePasswordInput } from "~/features/accounts/credentials";
import type { Session } from "~/features/accounts/sessions.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { servicesContext, type RouterContext } from "~/http/context";
import { composeMail, sendInBackground } from "~/http/mail/send-mail.server";
import { serverI18n } from "~/i18n/i18n.server";

/** Tells the user's address, where mail works. Throws `Forbidden`. */
export async function changeOwnPassword(
  context: RouterContext,
  session: Session,
  input: ChangePasswordInput,
): Promise<void> {
  const services = context.get(servicesContext);
  await changePassword(services, session, input);
  const { email, preferences } = session.user;
  const { locale } = readSitePreferences(preferences.site);
  sendInBackground(services, async () => {
    const { name } = await services.siteSettings.readCached();
    return composeMail(serverI18n(locale), "passwordChanged", { to: email, site: name });
  });
}
