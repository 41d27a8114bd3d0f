import {
  requestContext,
  responseHeadersContext,
  servicesContext,
  type RouterContext,
} from "~/http/context";
import { withErrorResponse } from "~/http/response/with-error-response.server";

interface CachedText {
  name: string;
  contentType: string;
  render: () => Promise<string> | string;
}

const ONE_HOUR_SECONDS = 3_600;

export async function cachedText(
  request: Request,
  context: RouterContext,
  { name, contentType, render }: CachedText,
): Promise<Response> {
  const { responseCache } = context.get(servicesContext);
  const responseHeaders = context.get(responseHeadersContext);
  const { origin } = context.get(requestContext);
  const key = `${name} ${origin}`;
  return withErrorResponse(context, () =>
    responseCache.respond({
      request,
      vary: responseHeaders["vary"],
      freshness: { maxAgeSeconds: ONE_HOUR_SECONDS },
      rawKey: key,
      resolve: () => ({ key, produce: async () => ({ text: await render(), contentType }) }),
    }),
  );
}
