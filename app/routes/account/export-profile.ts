import { href } from "react-router";
import { NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { exportAccount } from "~/features/accounts/export-account.server";
import { profileKeySchema } from "~/features/accounts/household/household-input";
import { findProfile } from "~/features/accounts/household/list-profiles.server";
import { requireManager } from "~/features/accounts/household/manage-profiles.server";
import { servicesContext, signedInContext } from "~/http/context";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { requireRecent } from "~/http/session/recent-session.server";
import type { Route } from "./+types/export-profile";

/** The data of a managed profile, for an account of its household. */
export function loader({ params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const session = await context.get(signedInContext);
    requireManager(session);
    // The confirmation leads to the profile's page, since after a file the browser would still show
    // the confirmation.
    requireRecent(session, href("/profiles/manage/:id", params));
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
