import { useId } from "react";
import { Outlet, useLocation, href } from "react-router";
import { hasRole, type Role } from "~/features/accounts/roles/roles";
import { requireRole } from "~/http/session/require-role.server";
import type { PlainKey } from "~/i18n/message-types";
import { useI18n } from "~/i18n/i18n-context";
import { currentPath } from "~/frame/site-pages";
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
  const current = currentPath(useLocation().pathname, PATHS);
  return (
    <div className="page-column pt-8 md:pt-10">
      <nav
        aria-label={t("admin.navigation")}
        className="flex flex-wrap items-end gap-x-5 border-b border-rule md:gap-x-8 md:gap-y-3"
      >
        {GROUPS.map(({ name, pages }) => (
          <Tabs
            key={name}
            name={name}
            pages={pages.filter(({ minimumRole }) => hasRole(role, minimumRole))}
            current={current}
          />
        ))}
      </nav>
      <Outlet />
    </div>
  );
}

/** The tabs of a group, below its name where there is room. */
function Tabs({ name, pages, current }: AdminGroup & { current: string | null }) {
  const { t } = useI18n();
  const id = useId();
  if (pages.length === 0) return null;
  return (
    <div>
      {name === null ? null : (
        <p id={id} className="label-text text-ink-faint max-md:sr-only">
          {t(name)}
        </p>
      )}
      <ul {...(name !== null && { "aria-labelledby": id })} className="flex flex-wrap gap-x-5">
        {pages.map(({ to, label }) => (
          <li key={to}>
            <TabLink to={to} isCurrent={to === current}>
              {t(label)}
            </TabLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
