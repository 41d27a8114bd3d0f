import { readRejections } from "~/features/site/runs/list-runs.server";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requireRole } from "~/http/session/require-role.server";
import type { Route } from "./+types/rejected-rows";

/** The rows that an import rejected, with the reasons, as NDJSON. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    await requireRole(request, context, "owner");
    const { db } = context.get(servicesContext);
    const id = /^[1-9]\d{0,9}$/.test(params.run) ? Number(params.run) : 0;
    const lines = await withPageErrors(context, () => readRejections(db, id));
    return new Response(lines, {
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="import-${id}.rejected.ndjson"`,
        "cache-control": "private, no-store",
      },
    });
  });
}
