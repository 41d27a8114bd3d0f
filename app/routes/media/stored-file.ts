import { NotFound } from "~/errors/app-error";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { servicesContext } from "~/http/context";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { Route } from "./+types/stored-file";

/** `/ipfs/:cid`: an uploaded image. Immutable, as its name is its hash. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { ownFiles } = context.get(servicesContext);
  return withErrorResponse(context, async () => {
    const file = await ownFiles.read(params.cid);
    if (file === null) throw new NotFound("file.notFound");
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
