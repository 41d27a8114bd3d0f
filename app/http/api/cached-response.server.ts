import type { Freshness, PublicBody } from "~/http/response/cache/response-cache.server";
import { responseHeadersContext, servicesContext, type Services } from "~/http/context";
import type { Operation } from "./endpoint";

export interface CacheableRequest {
  key: string;
  produce: () => Promise<PublicBody>;
}

interface CachedResponseOptions {
  name: string;
  freshness: Freshness;
  epoch?: () => string;
  /** May throw `Invalid`. Skipped for a repeated query. */
  parse: (parameters: URLSearchParams, services: Services) => CacheableRequest;
}

export function cachedResponse({
  name,
  freshness,
  epoch,
  parse,
}: CachedResponseOptions): Operation["handle"] {
  return (input) => {
    const { request, context } = input;
    const services = context.get(servicesContext);
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
        const { key, produce } = parse(input.url.searchParams, services);
        return { key: `${name} ${key}`, produce };
      },
    });
  };
}

export function rawSearch(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
