import { redirect } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import type { AuditAction } from "~/features/accounts/audit/audit-actions";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { decideGroup, reopenGroup } from "~/features/library/decide-group.server";
import { attachSchema, groupSchema } from "~/features/library/group-input";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { enqueueScans } from "~/jobs/enqueue-scans.server";
import type { Transaction } from "~db/client.server";
import { libraryDonePath } from "~/pages/admin/library-paths";
import { servicesContext, type RouterContext } from "~/http/context";

/** Reads which group the URL names. Throws `Invalid`. */
export function readGroup(request: Request) {
  const { searchParams } = new URL(request.url);
  const { folder, group } = parseInput(groupSchema, Object.fromEntries(searchParams));
  return { folder, groupKey: group };
}

/** Attaches a group to a title, ignores it or opens it again. */
export async function decideGroupByForm(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "moderator");
  const { db, jobs } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const group = await withPageErrors(context, () => Promise.resolve(readGroup(request)));
  const audit =
    (action: AuditAction & `library.${string}`, details: Record<string, number> = {}) =>
    (tx: Transaction, files: number) =>
      recordAudit(
        tx,
        { via: "page", userId: user.id },
        { action, details: { folder: group.folder, group: group.groupKey, ...details, files } },
      );
  const done = (name: "attached" | "ignored" | "reopened") => redirect(libraryDonePath(name));
  const ignore = async (isAnime: boolean) => {
    const decision = { ...group, animeId: null, isAnime, episodeOffset: 0 };
    await decideGroup(db, decision, audit("library.ignored"));
    return done("ignored");
  };
  const work = async () => {
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "attach": {
        const { anime, offset } = parseInput(attachSchema, body.value);
        const decision = { ...group, animeId: anime, episodeOffset: offset };
        await decideGroup(db, decision, audit("library.attached", { anime, offset }));
        return done("attached");
      }
      case "ignore":
        return ignore(true);
      case "not-anime":
        return ignore(false);
      case "reopen": {
        await reopenGroup(db, group, async (tx, files) => {
          await enqueueScans(tx, { names: [group.folder], rematch: true });
          await audit("library.reopened")(tx, files);
        });
        jobs.wake();
        return done("reopened");
      }
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { "not-found": 404 });
}
