import { useId } from "react";
import { Outlet, useLocation, href } from "react-router";
import { hasRole, type Role } from "~/features/accounts/roles/roles";
import { requireRole } from "~/http/session/require-role.server";
import type { PlainKey } from "~/i18n/message-types";
import { useI18n } from "~/i18n/i18n-context";
import { currentPath } from "~/frame/site-pages";
import { FACT_DOT } from "~/ui/fact-dot";
import { TabLink } from "~/pages/parts/tab-link";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/layout";

interface AdminPage {
  to: string;
  label: PlainKey;
  minimumRole: Exclude<Role, "member">;
}

interface AdminGroup {
  /** The overview stands alone, without a name. */
  name: PlainKey | null;
  pages: readonly AdminPage[];
}

const GROUPS: readonly AdminGroup[] = [
  { name: null, pages: [{ to: href("/admin"), label: "admin.heading", minimumRole: "moderator" }] },
  {
    name: "admin.group.accounts",
    pages: [
      { to: href("/admin/people"), label: "admin.people", minimumRole: "moderator" },
      { to: href("/admin/invitations"), label: "admin.invitations", minimumRole: "moderator" },
    ],
  },
  {
    name: "admin.group.content",
    pages: [
      { to: href("/admin/catalog"), label: "admin.catalog", minimumRole: "owner" },
      { to: href("/admin/titles"), label: "admin.titles", minimumRole: "moderator" },
    ],
  },
  {
    name: "admin.group.playback",
    pages: [
      { to: href("/admin/sources"), label: "admin.sources", minimumRole: "owner" },
      { to: href("/admin/library"), label: "admin.library", minimumRole: "moderator" },
      { to: href("/admin/wishes"), label: "admin.wishes", minimumRole: "owner" },
    ],
  },
  {
    name: "admin.group.server",
    pages: [
      { to: href("/admin/settings"), label: "admin.settings", minimumRole: "owner" },
      { to: href("/admin/storage"), label: "admin.storage", minimumRole: "owner" },
      { to: href("/admin/jobs"), label: "admin.jobs", minimumRole: "owner" },
      { to: href("/admin/health"), label: "admin.health", minimumRole: "owner" },
      { to: href("/admin/log"), label: "admin.log", minimumRole: "owner" },
    ],
  },
];

const PATHS = GROUPS.flatMap(({ pages }) => pages.map(({ to }) => to));

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  return { role: user.role };
}

export default function AdminLayout({ loaderData: { role } }: Route.ComponentProps) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const current = currentPath(pathname, PATHS);
  const groups = GROUPS.map(({ name, pages }) => ({
    name,
    pages: pages.filter(({ minimumRole }) => hasRole(role, minimumRole)),
  })).filter(({ pages }) => pages.length > 0);
  const shown = groups
    .flatMap(({ pages }) => pages)
    .find(({ to }) => to === current && to !== href("/admin"));
  return (
    <div className="page-column pt-8 md:pt-10">
      <details key={pathname} className="rounded-md border border-rule px-4 md:hidden">
        <summary className="unfolds flex min-h-11 list-none items-center text-sm font-medium">
          {t("admin.navigation")}
          {shown === undefined ? null : FACT_DOT + t(shown.label)}
        </summary>
        <Navigation groups={groups} current={current} className="pb-4" />
      </details>
      <Navigation
        groups={groups}
        current={current}
        className="flex flex-wrap items-end gap-x-8 gap-y-3 border-b border-rule max-md:hidden"
      />
      <Outlet />
    </div>
  );
}

interface NavigationProps {
  groups: readonly AdminGroup[];
  current: string | null;
  className: string;
}

/** Tabs in groups, each below its name. */
function Navigation({ groups, current, className }: NavigationProps) {
  const { t } = useI18n();
  const id = useId();
  return (
    <nav aria-label={t("admin.navigation")} className={className}>
      {groups.map(({ name, pages }) => (
        <div key={name} className="max-md:mt-2">
          {name === null ? null : (
            <p id={`${id}${name}`} className="label-text text-ink-faint">
              {t(name)}
            </p>
          )}
          <ul
            {...(name !== null && { "aria-labelledby": `${id}${name}` })}
            className="flex flex-wrap gap-x-5"
          >
            {pages.map(({ to, label }) => (
              <li key={to}>
                <TabLink to={to} isCurrent={to === current}>
                  {t(label)}
                </TabLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
