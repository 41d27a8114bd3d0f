import { href } from "react-router";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { getUser } from "~/features/accounts/directory/get-user.server";
import { exportAccount } from "~/features/accounts/export-account.server";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requireRecent } from "~/http/session/recent-session.server";
import { requireRole } from "~/http/session/require-role.server";
import type { Route } from "./+types/export-person";

export function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const session = await requireRole(request, context, "owner");
    // The confirmation leads to the person's page: this response is a file, after which the browser
    // would still show the confirmation.
    const { user: manager } = requireRecent(session, href("/admin/people/:id", params));
    const { db } = context.get(servicesContext);
    const { id } = await withPageErrors(context, () => getUser(db, params.id));
    const data = await exportAccount(db, id);
    await recordAudit(
      db,
      { via: "page", userId: manager.id },
      { action: "user.exported", subjectId: id },
    );
    return jsonResponse(data, {
      headers: { "content-disposition": `attachment; filename="akari-${id}.json"` },
    });
  });
}
