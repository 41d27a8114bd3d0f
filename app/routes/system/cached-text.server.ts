import {
  requestContext,
  responseHeadersContext,
  servicesContext,
  type RouterContext,
} from "~/http/context";
import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";

interface CachedText {
  name: string;
  contentType: string;
  render: (origin: string) => Promise<string> | string;
}

const ONE_HOUR_SECONDS = 3_600;
const PLACEHOLDER = "http://origin.invalid";

/**
 * With `PUBLIC_URL` whole responses are cached. Without it, one text with a placeholder for the
 * origin is cached, so that requests with unknown hosts do not fill the cache.
 */
export async function cachedText(
  request: Request,
  context: RouterContext,
  { name, contentType, render }: CachedText,
): Promise<Response> {
  const { config, responseCache, textCache } = context.get(servicesContext);
  const responseHeaders = context.get(responseHeadersContext);
  const { origin } = context.get(requestContext);
  return withErrorResponse(context, async () => {
    if (config.server.publicUrl !== null)
      return responseCache.respond({
        request,
        vary: responseHeaders["vary"],
        freshness: { maxAgeSeconds: ONE_HOUR_SECONDS },
        rawKey: name,
        resolve: () => ({
          key: name,
          produce: async () => ({ text: await render(origin), contentType }),
        }),
      });
    const template = await textCache.get(name, async () => render(PLACEHOLDER));
    const text = template.replaceAll(PLACEHOLDER, origin);
    const headers = {
      etag: strongEtag(text),
      "cache-control": `public, max-age=${ONE_HOUR_SECONDS}, s-maxage=${ONE_HOUR_SECONDS}`,
      vary: "Accept-Encoding",
    };
    return matchesEtag(request.headers.get("if-none-match"), headers.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers: { ...headers, "content-type": contentType } });
  });
}
