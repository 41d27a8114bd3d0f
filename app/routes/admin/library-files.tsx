import { Form, Link } from "react-router";
import { NotFound } from "~/errors/app-error";
import { listDecisions, type GroupDecisionEntry } from "~/features/library/list-decisions.server";
import {
  listMissingFiles,
  listSkippedFiles,
  listUnusedFiles,
  type FileReason,
  type MissingFile,
} from "~/features/library/list-files.server";
import { listFolders } from "~/features/library/list-folders.server";
import { i18nContext, servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexTitle, pageI18n } from "~/frame/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Pagination } from "~/ui/paging/pagination";
import { LibraryLink } from "~/pages/admin/library-link";
import { filesPath, groupPath, SHOWN_FILES } from "~/pages/admin/library-paths";
import { Moment } from "~/pages/admin/moment";
import { readPageNumber } from "~/parsing/page-number";
import { userZone } from "~/http/viewer/user-zone.server";
import type { Route } from "./+types/library-files";
import { FACT_DOT } from "~/ui/fact-dot";

const PER_PAGE = 100;
const LABELS = {
  unused: "admin.library.files.unused",
  skipped: "admin.library.files.skipped",
  missing: "admin.library.files.missing",
  decided: "admin.library.decided",
} as const;

type FileListing =
  | { decisions: GroupDecisionEntry[] }
  | { missing: MissingFile[] }
  | { files: FileReason[] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const { locale } = context.get(i18nContext);
  const { searchParams } = new URL(request.url);
  const name = searchParams.get("folder") ?? "";
  const show = SHOWN_FILES.find((candidate) => candidate === searchParams.get("show")) ?? "unused";
  const page = readPageNumber(searchParams);
  const folder = await withPageErrors(context, async () => {
    const match = (await listFolders(db, locale)).find((one) => one.name === name);
    if (match === undefined) throw new NotFound({ key: "folder.notRegistered", values: { name } });
    return match;
  });
  const part = { locale, viewer: user.preferences, limit: PER_PAGE, offset: (page - 1) * PER_PAGE };
  const listing: FileListing =
    show === "decided"
      ? { decisions: await listDecisions(db, name, part) }
      : show === "missing"
        ? { missing: await listMissingFiles(db, name, part) }
        : show === "skipped"
          ? { files: await listSkippedFiles(db, name, part) }
          : { files: await listUnusedFiles(db, name, part) };
  return {
    name,
    show,
    page,
    listing,
    lastPage: Math.max(1, Math.ceil(folder[show] / PER_PAGE)),
    zone: userZone(request, user),
  };
}

export default function LibraryFiles({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name, show, page, lastPage, listing, zone } = loaderData;
  return (
    <>
      <LibraryLink />
      <h1 className="text-2xl break-words">{t("admin.library.files.of", { folder: name })}</h1>
      <nav aria-label={t("admin.library.files.of", { folder: name })} className="mt-4">
        <ul className="flex flex-wrap gap-x-5">
          {SHOWN_FILES.map((one) => (
            <li key={one}>
              <Link
                to={filesPath(name, one)}
                aria-current={one === show ? "page" : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                {t(LABELS[one])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-4 mb-2 max-w-prose text-sm text-ink-soft">
        {t(`admin.library.files.${show}.description`)}
      </p>
      <Listing listing={listing} zone={zone} />
      <Pagination
        current={page}
        last={lastPage}
        pageHref={(number) => filesPath(name, show, number)}
      />
    </>
  );
}

function Listing({ listing, zone }: { listing: FileListing; zone: string }) {
  const { t } = useI18n();
  const rows =
    "decisions" in listing
      ? listing.decisions.map((decision) => (
          <Decision key={decision.groupKey} decision={decision} zone={zone} />
        ))
      : "missing" in listing
        ? listing.missing.map(({ path, title, episode }) => (
            <File
              key={path}
              path={path}
              note={
                title === null || episode === null
                  ? ""
                  : `${title}${FACT_DOT}${t("admin.library.episodes", { first: episode })}`
              }
            />
          ))
        : listing.files.map(({ path, reason }) => <File key={path} path={path} note={reason} />);
  if (rows.length === 0)
    return <p className="mt-4 text-sm text-ink-soft">{t("admin.library.files.none")}</p>;
  return <ul className="divide-y divide-rule border-y border-rule text-sm">{rows}</ul>;
}

function File({ path, note }: { path: string; note: string }) {
  return (
    <li className="py-3">
      <span className="block break-all">{path}</span>
      <span className="block text-xs break-words text-ink-faint">{note}</span>
    </li>
  );
}

function Decision({ decision, zone }: { decision: GroupDecisionEntry; zone: string }) {
  const { t, formatNumber } = useI18n();
  const { groupKey, animeId, title, isAnime, episodeOffset, decidedAt } = decision;
  const path = groupPath(decision);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
      <div className="min-w-0 grow basis-72">
        <Link to={path} className="font-medium break-all underline underline-offset-4">
          {groupKey}
        </Link>
        <p className="break-words text-ink-soft">
          {animeId === null
            ? t(isAnime ? "admin.library.ignored" : "admin.library.notAnime")
            : (title ?? t("admin.library.hidden"))}
          {episodeOffset === 0
            ? null
            : ` (${formatNumber(episodeOffset, { signDisplay: "exceptZero" })})`}
          {FACT_DOT}
          <Moment at={decidedAt} zone={zone} />
        </p>
      </div>
      <Form method="post" action={path}>
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value="reopen"
          aria-label={t("admin.library.reopenOf", { name: groupKey })}
        >
          {t("admin.library.reopen")}
        </Button>
      </Form>
    </li>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  return noindexTitle(matches, t("admin.library.files.of", { folder: loaderData.name }));
}
