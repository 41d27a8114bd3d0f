import { siteUrl } from "~/config/site-url";
import { emailKey } from "~/features/accounts/credentials";
import { invitationPath } from "~/features/accounts/link-paths";
import { applyOwnerEmail, createOwnerLink } from "~/features/accounts/roles/ownership.server";
import { servicesContext, type RouterContext, accountsContext, siteContext } from "~/http/context";
import { composeMail, sendInBackground } from "~/http/mail/send-mail.server";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE } from "~/i18n/locales";

/**
 * Makes the account of `OWNER_EMAIL` the owner when `email` is that address, just signed up or
 * proven. An unproven address is mailed an owner's link.
 */
export async function claimOwnership(context: RouterContext, email: string | null): Promise<void> {
  const services = context.get(servicesContext);
  const { db, config, mailer, log } = services;
  const { providers } = context.get(accountsContext);
  const { ownerEmail } = config;
  if (ownerEmail === null || email === null || emailKey(email) !== emailKey(ownerEmail)) return;
  const isProvable = providers.length > 0 || mailer !== null;
  const outcome = await applyOwnerEmail(db, { ownerEmail, isProvable });
  if (outcome === "made") log.info("the account of OWNER_EMAIL is the owner's");
  if (outcome !== "unproven") return;
  log.warn("an account has the address of OWNER_EMAIL, which nothing has proven yet");
  sendInBackground(services, async () => {
    const { code } = await createOwnerLink(db, { via: "site" });
    const { name, defaultLocale } = await context.get(siteContext).siteSettings.readCached();
    const link = new URL(invitationPath(code), siteUrl(config.server)).href;
    const i18n = serverI18n(defaultLocale ?? DEFAULT_LOCALE);
    return composeMail(i18n, "owner", { to: ownerEmail, site: name, link });
  });
}
