import { NavLink, Outlet } from "react-router";
import { hasRole, type Role } from "~/features/accounts/roles/roles";
import { requireRole } from "~/http/session/require-role.server";
import type { PlainKey } from "~/i18n/message-types";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import type { Route } from "./+types/layout";

interface AdminPage {
  to: string;
  label: PlainKey;
  least: Exclude<Role, "member">;
}

const PAGES: readonly AdminPage[] = [
  { to: "/admin", label: "admin.overview", least: "moderator" },
  { to: "/admin/people", label: "admin.people", least: "moderator" },
  { to: "/admin/invitations", label: "admin.invitations", least: "moderator" },
  { to: "/admin/catalog", label: "admin.catalog", least: "owner" },
  { to: "/admin/titles", label: "admin.titles", least: "moderator" },
  { to: "/admin/sources", label: "admin.sources", least: "owner" },
  { to: "/admin/storage", label: "admin.storage", least: "owner" },
  { to: "/admin/library", label: "admin.library", least: "moderator" },
  { to: "/admin/settings", label: "admin.settings", least: "owner" },
  { to: "/admin/log", label: "admin.log", least: "owner" },
  { to: "/admin/jobs", label: "admin.jobs", least: "owner" },
  { to: "/admin/health", label: "admin.health", least: "owner" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  return { role: user.role };
}

export default function AdminLayout({ loaderData: { role } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="page-column pt-8 md:pt-10">
      <nav aria-label={t("admin.navigation")} className="border-b border-rule">
        <ul className="flex flex-wrap gap-x-5">
          {PAGES.filter(({ least }) => hasRole(role, least)).map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === "/admin"}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
