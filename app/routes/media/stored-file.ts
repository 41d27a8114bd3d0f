import { NotFound } from "~/errors/app-error";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { KIND_HEADERS } from "~/http/response/security-headers";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/stored-file";
import { mediaContext } from "~/http/context";

export const handle: PageHandle = { sendsFiles: true };

/** Immutable, as the name is a hash. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { uploadsOnDisk } = context.get(mediaContext);
  return withErrorResponse(context, async () => {
    const file = await uploadsOnDisk.read(params.cid);
    if (file === null) throw new NotFound("file.notFound");
    const headers = {
      etag: `"${params.cid}"`,
      "cache-control": "public, max-age=31536000, immutable",
      ...KIND_HEADERS.media,
      "x-content-type-options": "nosniff",
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
