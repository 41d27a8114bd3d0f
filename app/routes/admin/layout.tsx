import { Outlet, useLocation } from "react-router";
import { hasRole, type Role } from "~/features/accounts/roles/roles";
import { requireRole } from "~/http/session/require-role.server";
import type { PlainKey } from "~/i18n/message-types";
import { useI18n } from "~/i18n/i18n-context";
import { currentPath } from "~/frame/site-pages";
import { Link } from "~/ui/link";
import { RouteErrorPage } from "~/frame/error-page";
import type { PageHandle } from "~/http/pages/page-handle";
import type { Route } from "./+types/layout";

interface AdminPage {
  to: string;
  label: PlainKey;
  minimumRole: Exclude<Role, "member">;
}

const PAGES: readonly AdminPage[] = [
  { to: "/admin", label: "admin.heading", minimumRole: "moderator" },
  { to: "/admin/people", label: "admin.people", minimumRole: "moderator" },
  { to: "/admin/invitations", label: "admin.invitations", minimumRole: "moderator" },
  { to: "/admin/catalog", label: "admin.catalog", minimumRole: "owner" },
  { to: "/admin/titles", label: "admin.titles", minimumRole: "moderator" },
  { to: "/admin/sources", label: "admin.sources", minimumRole: "owner" },
  { to: "/admin/storage", label: "admin.storage", minimumRole: "owner" },
  { to: "/admin/library", label: "admin.library", minimumRole: "moderator" },
  { to: "/admin/settings", label: "admin.settings", minimumRole: "owner" },
  { to: "/admin/log", label: "admin.log", minimumRole: "owner" },
  { to: "/admin/jobs", label: "admin.jobs", minimumRole: "owner" },
  { to: "/admin/health", label: "admin.health", minimumRole: "owner" },
];

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  return { role: user.role };
}

export default function AdminLayout({ loaderData: { role } }: Route.ComponentProps) {
  const { t } = useI18n();
  const current = currentPath(
    useLocation().pathname,
    PAGES.map(({ to }) => to),
  );
  return (
    <div className="page-column pt-8 md:pt-10">
      <nav aria-label={t("admin.navigation")} className="border-b border-rule">
        <ul className="flex flex-wrap gap-x-5">
          {PAGES.filter(({ minimumRole }) => hasRole(role, minimumRole)).map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === current ? "page" : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                {t(label)}
              </Link>
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
