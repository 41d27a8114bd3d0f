import { redirect } from "react-router";
import { z } from "zod";
import { Conflict, Invalid, NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { countDoubtfulGroups, listDoubtfulGroups } from "~/features/library/list-files.server";
import { listFolders } from "~/features/library/list-folders.server";
import { setFolderWatched } from "~/features/library/watch-folder.server";
import { i18nContext, servicesContext, type RouterContext, type Services } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { enqueueScans, listScanRuns } from "~/jobs/enqueue-scans.server";
import { stopJob } from "~/jobs/manage-jobs.server";
import { readPageNumber } from "./page-number.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { LIBRARY_DONE, libraryDonePath } from "./library-paths";

const GROUPS_PER_PAGE = 20;

const formSchema = z.object({
  intent: z.string(),
  folder: z
    .string()
    .regex(/^[^\0]*$/, zodMessage({ key: "field.noNul", values: { field: "folder" } }))
    .optional(),
});

/** Moderators may only look for files; these are for owners. */
const OWNER_INTENTS = new Set(["stop", "watch", "unwatch"]);

/** Reads the media folders and the groups whose title is in doubt. */
export async function loadLibrary(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "moderator");
  const { db, config } = context.get(servicesContext);
  const { locale } = context.get(i18nContext);
  const { searchParams } = new URL(request.url);
  const page = readPageNumber(new URL(request.url).searchParams);
  const [folders, runs] = await Promise.all([listFolders(db, locale), listScanRuns(db)]);
  const only = folders.find(({ name }) => name === searchParams.get("folder"))?.name ?? null;
  const [total, groups] = await Promise.all([
    countDoubtfulGroups(db, only),
    listDoubtfulGroups(db, only, {
      locale,
      viewer: user.preferences,
      limit: GROUPS_PER_PAGE,
      offset: (page - 1) * GROUPS_PER_PAGE,
    }),
  ]);
  const done = searchParams.get("done");
  return {
    folders: folders.map((folder) => ({ ...folder, run: runs.get(folder.name) ?? null })),
    groups,
    /** The folder whose groups are listed; null for all. */
    only,
    page,
    lastPage: Math.max(1, Math.ceil(total / GROUPS_PER_PAGE)),
    zone: userZone(request, user),
    isOwner: hasRole(user.role, "owner"),
    scanMinutes: config.library.scanMs / 60_000,
    done: LIBRARY_DONE.find((name) => name === done) ?? null,
  };
}

export type ListedFolder = Awaited<ReturnType<typeof loadLibrary>>["folders"][number];

/** Scans one media folder or all, stops a scan, or sets whether a folder is watched. */
export async function changeLibrary(request: Request, context: RouterContext) {
  await requireRole(request, context, "moderator");
  const services = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const { intent, folder } = await withPageErrors(context, () =>
    Promise.resolve(parseInput(formSchema, body.value)),
  );
  const { user } = await requireRole(
    request,
    context,
    OWNER_INTENTS.has(intent) ? "owner" : "moderator",
  );
  const actor = { via: "page", userId: user.id } as const;
  const work = async () => {
    switch (intent) {
      case "scan":
        await requestScan(services, user.id, folder);
        return redirect(libraryDonePath("scan"));
      case "stop":
        await stopJob(services.db, actor, "scan", folder ?? "");
        return redirect(libraryDonePath("stopped"));
      case "watch":
      case "unwatch": {
        const name = folder ?? "";
        const isWatched = intent === "watch";
        const action = isWatched ? "folder.watched" : "folder.unwatched";
        await setFolderWatched(services.db, { name, isWatched }, (tx) =>
          recordAudit(tx, actor, { action, details: { folder: name } }),
        );
        return redirect(libraryDonePath(isWatched ? "watched" : "unwatched"));
      }
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { conflict: 409, "not-found": 404 });
}

/** Enqueues a scan of one media folder, or of each. Throws `NotFound` and `Conflict`. */
async function requestScan(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  userId: string,
  name: string | undefined,
): Promise<void> {
  const all = await listFolders(db);
  const folders = name === undefined ? all : all.filter((folder) => folder.name === name);
  if (name !== undefined && folders.length === 0)
    throw new NotFound({ key: "folder.notRegistered", values: { name } });
  if (folders.some(({ isScanning }) => isScanning)) throw new Conflict("scan.running");
  await db.transaction(async (tx) => {
    await enqueueScans(tx, { rematch: true, ...(name === undefined ? {} : { names: [name] }) });
    await recordAudit(
      tx,
      { via: "page", userId },
      { action: "library.scanned", details: { ...(name === undefined ? {} : { folder: name }) } },
    );
  });
  jobs.wake();
}
