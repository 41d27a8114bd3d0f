import { href, Link } from "react-router";
import { AUDIT_ACTIONS } from "~/features/accounts/audit/audit-actions";
import { listAudit } from "~/features/accounts/audit/audit-log.server";
import { servicesContext } from "~/http/context";
import { noindexMeta } from "~/frame/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Pagination } from "~/ui/paging/pagination";
import { Moment } from "~/pages/admin/moment";
import { readPageNumber } from "~/parsing/page-number";
import { userZone } from "~/http/viewer/user-zone.server";
import type { Route } from "./+types/log";
import { FACT_DOT } from "~/ui/fact-dot";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const page = readPageNumber(new URL(request.url).searchParams);
  return { page, ...(await listAudit(db, { page })), zone: userZone(request, user) };
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { page, lastPage, zone, entries } = loaderData;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.log")}</h1>
      {entries.length === 0 ? (
        <p className="mt-6 text-sm text-ink-soft">{t("admin.log.empty")}</p>
      ) : (
        <ul className="mt-6 divide-y divide-rule border-y border-rule text-sm">
          {entries.map((entry) => {
            const action = AUDIT_ACTIONS.find((name) => name === entry.action);
            const details = Object.entries(entry.details).map(
              ([name, value]) => `${name}: ${value}`,
            );
            return (
              <li key={entry.id} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
                <p className="w-44 text-xs leading-5 text-ink-faint">
                  <Moment at={entry.at} zone={zone} />
                </p>
                <div className="min-w-0 grow basis-64">
                  <p className="font-medium">
                    {action === undefined ? entry.action : t(`audit.${action}`)}
                  </p>
                  <p className="break-words text-ink-soft">
                    {entry.via === "page" ? (
                      <Account id={entry.actorId} name={entry.actorName} />
                    ) : (
                      t(`admin.via.${entry.via}`)
                    )}
                    {entry.subjectId === null || entry.subjectId === entry.actorId ? null : (
                      <>
                        {" → "}
                        <Account id={entry.subjectId} name={entry.subjectName} />
                      </>
                    )}
                    {details.length === 0 ? null : `${FACT_DOT}${details.join(", ")}`}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <Pagination
        current={page}
        last={lastPage}
        pageHref={(number) =>
          number === 1 ? href("/admin/log") : `${href("/admin/log")}?page=${number}`
        }
      />
    </>
  );
}

function Account({ id, name }: { id: string | null; name: string | null }) {
  const { t } = useI18n();
  if (id === null || name === null) return t("admin.log.deleted", { id: (id ?? "").slice(0, 8) });
  return (
    <Link to={href("/admin/people/:id", { id })} className="underline underline-offset-4">
      {name}
    </Link>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.log");
}
