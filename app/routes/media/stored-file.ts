import { NotFound } from "~/errors/app-error";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { scopeContext } from "~/http/context";
import { resourceAnswer } from "~/http/response/resource-answer.server";
import type { Route } from "./+types/stored-file";

/** `/ipfs/:cid`: an uploaded picture. Its name is its content's, so it never changes; opened as a document it can do nothing. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  return resourceAnswer(scope, async () => {
    const file = await scope.services.ownFiles.read(params.cid);
    if (file === null) throw new NotFound("There is no file under this name.");
    const headers = {
      etag: `"${params.cid}"`,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
    };
    if (matchesEtag(request.headers.get("if-none-match"), headers.etag))
      return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(file), {
      headers: {
        ...headers,
        "content-type": "image/webp",
        "content-length": String(file.byteLength),
      },
    });
  });
}
