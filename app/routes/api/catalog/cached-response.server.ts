import type { Freshness, PublicBody } from "~/http/response/cache/response-cache.server";
import { responseHeadersContext, servicesContext } from "~/http/context";
import type { CatalogTools } from "~/services/shared-services";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { EndpointInput, Handler } from "~/http/api/endpoint";
import { hiddenResponse, hidesTitles, mayHide } from "./hidden-response.server";

export interface CacheableRequest {
  key: string;
  produce: () => Promise<PublicBody>;
}

interface CachedResponseOptions {
  name: string;
  freshness: Freshness;
  epoch?: () => string;
  /** Parses the query; may throw `Invalid`. Skipped for a repeated query. */
  parse: (
    parameters: URLSearchParams,
    catalog: CatalogTools,
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
}: CachedResponseOptions): Handler {
  const mayBeHidden = (url: string) => canHide && mayHide(url);
  const requestOf = ({ request, context }: EndpointInput) => ({
    request,
    vary: context.get(responseHeadersContext)["vary"],
    freshness,
    rawKey:
      epoch === undefined
        ? name + rawSearch(request.url)
        : `${name} ${epoch()} ${rawSearch(request.url)}`,
  });
  const handle: Handler = (input) => {
    const services = input.context.get(servicesContext);
    if (mayBeHidden(input.request.url) && hidesTitles(input.url.searchParams)) {
      // All invalid parameters are named, signed in or not.
      parse(input.url.searchParams, services, null);
      return hiddenResponse(input, (parameters, hidden) =>
        parse(parameters, services, hidden).produce(),
      );
    }
    return services.responseCache.respond({
      ...requestOf(input),
      resolve() {
        const { key, produce } = parse(input.url.searchParams, services, null);
        return { key: `${name} ${key}`, produce };
      },
    });
  };
  handle.peek = (input) =>
    mayBeHidden(input.request.url)
      ? null
      : input.context.get(servicesContext).responseCache.peek(requestOf(input));
  return handle;
}

export function rawSearch(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
