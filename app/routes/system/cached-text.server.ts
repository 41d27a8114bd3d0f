import type { Viewer } from "~/features/catalog/visibility.server";
import {
  requestContext,
  responseHeadersContext,
  servicesContext,
  type RouterContext,
} from "~/http/context";
import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";
import { publicCacheControl } from "~/http/response/cache/shared-cache";
import { requestControl } from "~/http/viewer/request-control.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";

interface CachedText {
  name: string;
  contentType: string;
  /** Whether it lists titles, which depend on the request's viewer. */
  listsTitles?: boolean;
  render: (origin: string, viewer: Viewer) => Promise<string> | string;
}

const FRESHNESS = { maxAgeSeconds: 3_600, mayBeStale: true };
const PLACEHOLDER = "http://origin.invalid";

/**
 * Caches whole responses where `PUBLIC_URL` is set. Otherwise one text with a placeholder for the
 * origin is cached, so that requests with unknown hosts do not fill the cache.
 */
export async function cachedText(
  request: Request,
  context: RouterContext,
  { name, contentType, listsTitles = false, render }: CachedText,
): Promise<Response> {
  const { config, responseCache, textCache } = context.get(servicesContext);
  const responseHeaders = context.get(responseHeadersContext);
  const { origin } = context.get(requestContext);
  return withErrorResponse(context, async () => {
    const viewer = listsTitles
      ? await requestControl(request, context, new URLSearchParams())
      : { parentalControl: true, isShared: true };
    if (!viewer.isShared)
      return new Response(await render(origin, viewer), {
        headers: { "content-type": contentType, "cache-control": "private, no-store" },
      });
    if (config.server.publicUrl !== null)
      return responseCache.respond({
        request,
        vary: responseHeaders["vary"],
        freshness: FRESHNESS,
        urlKey: name,
        resolve: () => ({
          queryKey: name,
          produce: async () => ({ text: await render(origin, viewer), contentType }),
        }),
      });
    const template = await textCache.get(name, async () => render(PLACEHOLDER, viewer));
    const text = template.replaceAll(PLACEHOLDER, origin);
    const headers = {
      etag: strongEtag(text),
      "cache-control": publicCacheControl(FRESHNESS.maxAgeSeconds, FRESHNESS),
      vary: "Accept-Encoding",
    };
    return matchesEtag(request.headers.get("if-none-match"), headers.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers: { ...headers, "content-type": contentType } });
  });
}
