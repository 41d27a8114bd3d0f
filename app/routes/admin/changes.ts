import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "~/config/project-root";
import { akariVersion, isBetweenReleases } from "~/config/version";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requireRole } from "~/http/session/require-role.server";
import type { Route } from "./+types/changes";

/** What each version changed, as text. What is unreleased is what one between releases changed. */
export function loader({ request, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    await requireRole(request, context, "owner");
    const text = await readFile(join(projectRoot(), "CHANGELOG.md"), "utf8");
    const { version } = akariVersion();
    const unreleased = isBetweenReleases(version)
      ? `## [${version}] - unreleased`
      : "## [Unreleased]";
    return new Response(text.replace("## [Unreleased]", unreleased), {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "private, no-store",
      },
    });
  });
}
