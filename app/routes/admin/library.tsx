import { Form, redirect } from "react-router";
import { z } from "zod";
import { Conflict, Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import {
  countDoubtfulGroups,
  listDoubtfulGroups,
  type DoubtfulGroup,
} from "~/features/library/list-files.server";
import { listFolders, type LibraryFolder } from "~/features/library/list-folders.server";
import { i18nContext, servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import { Link } from "~/ui/link";
import { Pagination } from "~/ui/paging/pagination";
import { Section } from "~/ui/section";
import { Facts } from "./facts";
import { filesPath, groupPath } from "./library-paths";
import { Moment } from "./moment";
import { readPageNumber, readZone } from "./page-number.server";
import { useReloadWhile } from "~/ui/use-reload-while";
import type { Route } from "./+types/library";

const GROUPS_PER_PAGE = 20;
const DONE = ["attached", "ignored", "reopened", "scan"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const { locale } = context.get(i18nContext);
  const page = readPageNumber(request);
  const [folders, total, groups] = await Promise.all([
    listFolders(db, locale),
    countDoubtfulGroups(db),
    listDoubtfulGroups(db, null, {
      locale,
      viewer: user.preferences,
      limit: GROUPS_PER_PAGE,
      offset: (page - 1) * GROUPS_PER_PAGE,
    }),
  ]);
  const done = new URL(request.url).searchParams.get("done");
  return {
    folders,
    groups,
    page,
    lastPage: Math.max(1, Math.ceil(total / GROUPS_PER_PAGE)),
    zone: readZone(request),
    done: DONE.find((name) => name === done) ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db, scanRequests } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const { intent } = parseInput(z.object({ intent: z.string() }), body.value);
    if (intent !== "scan") throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    const folders = await listFolders(db);
    if (folders.some(({ isScanning }) => isScanning)) throw new Conflict("scan.running");
    scanRequests.request();
    await recordAudit(db, { via: "page", userId: user.id }, { action: "library.scanned" });
    return redirect("/admin/library?done=scan");
  };
  return withFormFailure(body, context, work, { conflict: 409 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFormFallback(serverAction);
}

export default function Library({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { folders, groups, page, lastPage, zone, done } = loaderData;
  const failure = actionData?.failure;
  const isScanning = folders.some((folder) => folder.isScanning);
  useReloadWhile(isScanning);
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl">{t("admin.library")}</h1>
        {folders.length === 0 ? null : (
          <Form method="post" action="/admin/library" preventScrollReset>
            <Button type="submit" name="intent" value="scan">
              {t("admin.library.scan")}
            </Button>
          </Form>
        )}
      </div>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={done === null ? null : t(`admin.library.done.${done}`)}
          failure={failure}
        />
      </div>
      {folders.length === 0 ? (
        <p className="mt-6 max-w-prose text-sm break-words text-ink-soft">
          {t("admin.library.folders.none")}
        </p>
      ) : (
        <>
          <Section title={t("admin.library.doubtful")} className="mt-8">
            <p className="mb-4 max-w-prose text-sm text-ink-soft">
              {t(
                groups.length === 0
                  ? "admin.library.doubtful.none"
                  : "admin.library.doubtful.description",
              )}
            </p>
            {groups.length === 0 ? null : (
              <ul className="divide-y divide-rule border-y border-rule">
                {groups.map((group) => (
                  <Group key={`${group.folder}/${group.groupKey}`} group={group} />
                ))}
              </ul>
            )}
            <Pagination
              current={page}
              last={lastPage}
              pageHref={(number) =>
                number === 1 ? "/admin/library" : `/admin/library?page=${number}`
              }
            />
          </Section>
          <Section title={t("admin.library.folders")}>
            <ul className="space-y-8">
              {folders.map((folder) => (
                <li key={folder.name}>
                  <Folder folder={folder} zone={zone} />
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </>
  );
}

function Group({ group }: { group: DoubtfulGroup }) {
  const { t, formatNumber } = useI18n();
  const { example, files, reason } = group;
  const [best] = group.suggestions;
  const name = group.parsedTitle === "" ? example : group.parsedTitle;
  const path = groupPath(group);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4 text-sm">
      <div className="min-w-0 grow basis-72">
        <h3 className="text-base font-semibold break-words">{name}</h3>
        <p className="break-words text-ink-soft">
          {t("admin.library.files", { count: files })} ·{" "}
          <span className="break-all">
            {group.folder}/{example}
          </span>
        </p>
        <p className="mt-1 text-xs break-words text-ink-faint">
          {reason}
          {best === undefined
            ? null
            : ` · ${t("admin.library.confidence", { percent: formatNumber(best.confidence, { style: "percent" }) })}`}
        </p>
      </div>
      <div className="flex max-w-full flex-wrap gap-2">
        {best === undefined ? null : (
          <Form method="post" action={path} className="max-w-full">
            <input type="hidden" name="intent" value="attach" />
            <Button
              type="submit"
              name="anime"
              value={best.malId}
              className="max-w-full text-left whitespace-normal"
            >
              {t("admin.library.attachTo", { title: best.title })}
            </Button>
          </Form>
        )}
        <ButtonLink weight="bare" to={path} aria-label={t("admin.library.decideOf", { name })}>
          {t("admin.library.decide")}
        </ButtonLink>
        <Form method="post" action={path}>
          <Button
            type="submit"
            weight="bare"
            name="intent"
            value="ignore"
            aria-label={t("admin.library.ignoreOf", { name })}
          >
            {t("admin.library.ignore")}
          </Button>
        </Form>
      </div>
    </li>
  );
}

function Folder({ folder, zone }: { folder: LibraryFolder; zone: string }) {
  const { t, formatNumber } = useI18n();
  const { name, path, problem, lastScan } = folder;
  const link = "text-accent-text underline underline-offset-4";
  const duration = formatNumber((lastScan?.ms ?? 0) / 1_000, {
    style: "unit",
    unit: "second",
    maximumFractionDigits: 1,
  });
  const counts = [
    ["unused", "admin.library.files.unused"],
    ["skipped", "admin.library.files.skipped"],
    ["missing", "admin.library.files.missing"],
  ] as const;
  return (
    <>
      <h3 className="text-base font-semibold break-words">{name}</h3>
      {problem === null ? null : <p className="mt-1 text-sm text-caution">{problem}</p>}
      <Facts
        rows={[
          [
            t("admin.library.path"),
            <span key="path" className="break-all">
              {path}
            </span>,
          ],
          [
            t("admin.library.scanned"),
            folder.isScanning ? (
              <span key="now" role="status">
                {t("admin.library.scanning")}
              </span>
            ) : folder.scannedAt === null ? (
              t("admin.library.neverScanned")
            ) : (
              <span key="scan">
                <Moment at={folder.scannedAt} zone={zone} />
                {lastScan === null ? null : (
                  <span className="block text-ink-soft">
                    {t("admin.library.scanResult", { ...lastScan, duration })}
                  </span>
                )}
              </span>
            ),
          ],
          [t("admin.library.attached"), formatNumber(folder.attached)],
          [t("admin.library.waiting"), formatNumber(folder.waiting)],
          ...counts.map(
            ([show, label]) =>
              [
                t(label),
                <Link key={show} to={filesPath(name, show)} className={link}>
                  {formatNumber(folder[show])}
                </Link>,
              ] as const,
          ),
          [
            t("admin.library.decided"),
            <Link key="decided" to={filesPath(name, "decided")} className={link}>
              {formatNumber(folder.decided)}
            </Link>,
          ],
        ]}
      />
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.library");
}
