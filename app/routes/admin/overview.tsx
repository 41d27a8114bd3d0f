import { searchUsers } from "~/features/accounts/directory/search-users.server";
import { listInvitations } from "~/features/accounts/invitations/invitations.server";
import { servicesContext } from "~/http/context";
import { noindexMeta } from "~/http/pages/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
import { Facts } from "./facts";
import type { Route } from "./+types/overview";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole(request, context, "moderator");
  const { db, siteSettings } = context.get(servicesContext);
  const [{ total }, invitations, { signUps }] = await Promise.all([
    searchUsers(db, {}),
    listInvitations(db),
    siteSettings.read(),
  ]);
  const open = invitations.filter(({ status }) => status === "open").length;
  return { total, open, signUps };
}

export default function Overview({ loaderData: { total, open, signUps } }: Route.ComponentProps) {
  const { t, formatNumber } = useI18n();
  const link = "text-accent-text underline underline-offset-4";
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.heading")}</h1>
      <Facts
        rows={[
          [
            t("admin.people"),
            <Link key="people" to="/admin/people" className={link}>
              {formatNumber(total)}
            </Link>,
          ],
          [
            t("admin.openInvitations"),
            <Link key="invitations" to="/admin/invitations" className={link}>
              {formatNumber(open)}
            </Link>,
          ],
          [t("admin.signUps"), t(`admin.signUps.${signUps}`)],
        ]}
      />
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.heading");
}
