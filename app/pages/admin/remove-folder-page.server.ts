import { redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { listFolders } from "~/features/library/list-folders.server";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { readBody } from "~/http/request/read-body.server";
import { requireRecentRole, requireRole } from "~/http/session/require-role.server";
import { libraryDonePath } from "./library-paths";

function readName(request: Request): string {
  return (new URL(request.url).searchParams.get("folder") ?? "").replaceAll("\0", "");
}

/** Reads what goes with a media folder. */
export async function loadRemoveFolder(request: Request, context: RouterContext) {
  const session = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const name = readName(request);
  const folder = await withPageErrors(context, async () => {
    const found = (await listFolders(db)).find((one) => one.name === name);
    if (found === undefined) throw new NotFound({ key: "folder.notRegistered", values: { name } });
    return found;
  });
  const { path, files, titles, episodes, decided } = folder;
  return {
    name,
    path,
    files,
    titles,
    episodes,
    decided,
    isConfirmed: isRecentlyConfirmed(session),
  };
}

/** Removes a media folder with its matches; its files stay where they are. */
export async function removeFolder(request: Request, context: RouterContext) {
  const { user } = await requireRecentRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const name = readName(request);
    await removeMediaFolder(db, name, (tx, path) =>
      recordAudit(
        tx,
        { via: "page", userId: user.id },
        { action: "folder.removed", details: { folder: name, path } },
      ),
    );
    return redirect(libraryDonePath("removed"));
  };
  return withFormFailure(body, context, work, { "not-found": 404 });
}
