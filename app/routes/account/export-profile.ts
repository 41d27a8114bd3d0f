import { href } from "react-router";
import { NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { exportAccount } from "~/features/accounts/export-account.server";
import { profileKeySchema } from "~/features/accounts/household/household-input";
import { findProfile } from "~/features/accounts/household/list-profiles.server";
import { requireManager } from "~/features/accounts/household/manage-profiles.server";
import { servicesContext } from "~/http/context";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { requireRecent } from "~/http/session/recent-session.server";
import type { Route } from "./+types/export-profile";

/** The data of a managed profile, for an account of its household. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    // A file: the sign-in and the confirmation lead to the profile's page instead.
    const page = href("/profiles/manage/:id", params);
    const session = await requirePageSession(request, context, page);
    requireManager(session);
    requireRecent(session, page);
    const { db } = context.get(servicesContext);
    const { id } = parseInput(profileKeySchema, params);
    const profile = await findProfile(db, session.householdId, id);
    if (profile?.isManaged !== true) throw new NotFound("household.noProfile");
    const data = await exportAccount(db, id);
    await recordAudit(
      db,
      { via: "page", userId: session.user.id },
      { action: "user.exported", subjectId: id },
    );
    return jsonResponse(data, {
      headers: { "content-disposition": `attachment; filename="akari-${id}.json"` },
    });
  });
}
