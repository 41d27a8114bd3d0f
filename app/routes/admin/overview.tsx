import { href, Link } from "react-router";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Facts } from "~/pages/admin/facts";
import { loadOverview } from "~/pages/admin/load-overview.server";
import { SiteOverviewSections } from "~/pages/admin/site-overview";
import { Section } from "~/ui/section";
import type { Route } from "./+types/overview";
import { servicesContext, siteContext } from "~/http/context";
import { requireRole } from "~/http/session/require-role.server";
import { userZone } from "~/http/viewer/user-zone.server";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const services = { ...context.get(servicesContext), ...context.get(siteContext) };
  return { ...(await loadOverview(services, user.role)), zone: userZone(request, user) };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { total, open, signUps, recent, site, zone } = loaderData;
  const { t, formatNumber } = useI18n();
  const link = "text-accent-text underline underline-offset-4";
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.heading")}</h1>
      {site === null ? null : <SiteOverviewSections site={site} zone={zone} />}
      <Section title={t("admin.people")}>
        <Facts
          rows={[
            [
              t("admin.accounts"),
              <Link key="people" to={href("/admin/people")} className={link}>
                {formatNumber(total)}
              </Link>,
            ],
            [t("admin.recentUsers"), formatNumber(recent)],
            [
              t("admin.openInvitations"),
              <Link key="invitations" to={href("/admin/invitations")} className={link}>
                {formatNumber(open)}
              </Link>,
            ],
            [t("admin.signUps"), t(`admin.signUps.${signUps}`)],
          ]}
        />
      </Section>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.heading");
}
