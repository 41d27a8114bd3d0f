import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { projectRoot } from "~/config/project-root";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requireRole } from "~/http/session/require-role.server";
import type { Route } from "./+types/changes";

/** What each version changed, as text. */
export function loader({ request, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    await requireRole(request, context, "owner");
    const file = createReadStream(join(projectRoot(), "CHANGELOG.md"));
    return new Response(Readable.toWeb(file) as ReadableStream, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "private, no-store",
      },
    });
  });
}
