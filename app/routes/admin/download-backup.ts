import { href } from "react-router";
import { NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { backupFolder } from "~/features/backup/backup-format";
import { openBackup } from "~/features/backup/retention.server";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { attachment } from "~/http/response/attachment";
import { fileResponse } from "~/http/response/file-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requireRecent } from "~/http/session/recent-session.server";
import { requireRole } from "~/http/session/require-role.server";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/download-backup";

export const handle: PageHandle = { sendsFiles: true };

/** A backup, for owners who have confirmed who they are: it has everyone's data. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const session = await requireRole(request, context, "owner");
    // The confirmation leads to the list: a browser would still show it after a file.
    const { user } = requireRecent(session, href("/admin/storage"));
    const { db, config } = context.get(servicesContext);
    const file = await withPageErrors(context, async () => {
      const opened = await openBackup(backupFolder(config.dataDir), params.name);
      if (opened === null) throw new NotFound("backup.notFound");
      return opened;
    });
    const { handle: opened, stat } = file;
    try {
      // Each range counts, as one that begins later could have all but its first byte.
      if (request.method !== "HEAD")
        await recordAudit(
          db,
          { via: "page", userId: user.id },
          { action: "backup.downloaded", details: { backup: params.name } },
        );
    } catch (error) {
      await opened.close();
      throw error;
    }
    const response = await fileResponse(request, {
      handle: opened,
      type: "application/x-tar",
      size: stat.size,
      modifiedAt: stat.mtime,
    });
    response.headers.set("content-disposition", attachment(params.name));
    response.headers.set("cache-control", "private, no-store");
    return response;
  });
}
