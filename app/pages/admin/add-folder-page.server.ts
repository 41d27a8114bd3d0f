import { redirect } from "react-router";
import { akariCommand } from "~/config/command";
import { Forbidden, Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { listFolders } from "~/features/library/list-folders.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { folderFormSchema } from "~/features/playback/media-files/folder-form";
import {
  MAX_OFFERED,
  offerFolders,
  resolveRoots,
} from "~/features/playback/media-files/media-roots.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { enqueueScans } from "~/jobs/enqueue-scans.server";
import { libraryDonePath } from "./library-paths";

/** Reads which folders an owner may add. */
export async function loadAddFolder(request: Request, context: RouterContext) {
  await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const { roots } = config.library;
  const resolved = await resolveRoots(roots);
  const registered = (await listFolders(db)).map(({ path }) => path);
  const offered = await offerFolders(resolved, [...registered, config.dataDir]);
  return {
    roots,
    command: akariCommand("media add /srv/anime"),
    unreadable: resolved.unreadable,
    offered: offered.paths,
    /** How many are offered when there are more; null otherwise. */
    cutAt: offered.isCut ? MAX_OFFERED : null,
  };
}

/** Adds a media folder below the operator's roots, and scans it. */
export async function addFolder(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config, jobs } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const { roots } = config.library;
  const work = async () => {
    if (roots.length === 0)
      throw new Forbidden({
        key: "folder.rootsUnset",
        values: { command: akariCommand("media add") },
      });
    const { field, path, name } = parseInput(folderFormSchema, body.value);
    await addMediaFolder(db, path, name, {
      dataDir: config.dataDir,
      roots,
      async record(tx, added) {
        await enqueueScans(tx, { names: [added.name], rematch: true });
        await recordAudit(
          tx,
          { via: "page", userId: user.id },
          { action: "folder.added", details: { folder: added.name, path: added.path } },
        );
      },
    }).catch((error: unknown) => {
      throw error instanceof Invalid ? atField(error, field) : error;
    });
    jobs.wake();
    return redirect(libraryDonePath("added"));
  };
  return withFormFailure(body, context, work, { forbidden: 403 });
}

/** Shows what is wrong with a path at the field that it is from. */
function atField({ issues }: Invalid, field: string): Invalid {
  return new Invalid(
    issues.map((issue) => (issue.path === "folder" ? { ...issue, path: field } : issue)),
  );
}
