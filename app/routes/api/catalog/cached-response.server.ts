import type { Freshness, PublicBody } from "~/http/response/cache/response-cache.server";
import { responseHeadersContext, servicesContext } from "~/http/context";
import type { CatalogTools } from "~/services/shared-services";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { EndpointInput, Operation } from "~/http/api/endpoint";
import { hiddenResponse, hidesTitles, mayHide } from "./hidden-response.server";

export interface CacheableRequest {
  queryKey: string;
  produce: () => Promise<PublicBody>;
}

interface CachedResponseOptions {
  name: string;
  freshness: Freshness;
  /** Changes when the response does, at other times than the catalog. */
  version?: () => string;
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
  version,
  parse,
  canHide = false,
}: CachedResponseOptions): Pick<Operation, "ready" | "handle"> {
  const mayBeHidden = (url: string) => canHide && mayHide(url);
  const requestOf = ({ request, context }: EndpointInput) => ({
    request,
    vary: context.get(responseHeadersContext)["vary"],
    freshness,
    urlKey:
      version === undefined
        ? name + rawSearch(request.url)
        : `${name} ${version()} ${rawSearch(request.url)}`,
  });
  const handle = (input: EndpointInput) => {
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
        const { queryKey, produce } = parse(input.url.searchParams, services, null);
        return { queryKey: `${name} ${queryKey}`, produce };
      },
    });
  };
  const ready = (input: EndpointInput) =>
    mayBeHidden(input.request.url)
      ? null
      : input.context.get(servicesContext).responseCache.ready(requestOf(input));
  return { ready, handle };
}

export function rawSearch(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
