import type { Freshness, PublicBody } from "~/http/response/cache/response-cache.server";
import { responseHeadersContext, servicesContext, type Services } from "~/http/context";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { Operation } from "./endpoint";
import { hiddenResponse, hidesTitles, mayHide } from "./hidden-response.server";

export interface CacheableRequest {
  key: string;
  produce: () => Promise<PublicBody>;
}

interface CachedResponseOptions {
  name: string;
  freshness: Freshness;
  epoch?: () => string;
  /** May throw `Invalid`. Skipped for a repeated query. */
  parse: (
    parameters: URLSearchParams,
    services: Services,
    hidden: HiddenTitles | null,
  ) => CacheableRequest;
  /** Takes `hide`, for which `parse` gets the titles and nothing is cached. */
  canHide?: boolean;
}

export function cachedResponse({
  name,
  freshness,
  epoch,
  parse,
  canHide = false,
}: CachedResponseOptions): Operation["handle"] {
  return (input) => {
    const { request, context } = input;
    const services = context.get(servicesContext);
    if (canHide && mayHide(request.url) && hidesTitles(input.url.searchParams)) {
      // All invalid parameters are named, signed in or not.
      parse(input.url.searchParams, services, null);
      return hiddenResponse(input, (parameters, hidden) =>
        parse(parameters, services, hidden).produce(),
      );
    }
    const responseHeaders = context.get(responseHeadersContext);
    return services.responseCache.respond({
      request,
      vary: responseHeaders["vary"],
      freshness,
      rawKey:
        epoch === undefined
          ? name + rawSearch(request.url)
          : `${name} ${epoch()} ${rawSearch(request.url)}`,
      resolve() {
        const { key, produce } = parse(input.url.searchParams, services, null);
        return { key: `${name} ${key}`, produce };
      },
    });
  };
}

export function rawSearch(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
