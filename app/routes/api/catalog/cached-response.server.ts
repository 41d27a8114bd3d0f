import { stricter } from "~/features/catalog/parental-control";
import { parseParentalControl } from "~/features/listing/parse-listing.server";
import {
  mayBeSignedIn,
  requestControl,
  visitorControl,
} from "~/http/viewer/request-control.server";
import type { Freshness, PublicBody } from "~/http/response/cache/response-cache.server";
import { responseHeadersContext, servicesContext } from "~/http/context";
import type { CatalogTools } from "~/services/shared-services";
import type { EndpointInput, Operation } from "~/http/api/endpoint";
import {
  hiddenResponse,
  hidesTitles,
  mayHide,
  privateResponse,
  type Reader,
} from "./hidden-response.server";

export interface CacheableRequest {
  queryKey: string;
  produce: () => Promise<PublicBody>;
}

interface CachedResponseOptions {
  name: string;
  freshness: Freshness;
  /** Changes when the response does, at other times than the catalog. */
  version?: () => string;
  /**
   * Parses the query; may throw `Invalid`. Skipped for a repeated query. The reader's parental
   * control takes the place of what the query says of it.
   */
  parse: (parameters: URLSearchParams, catalog: CatalogTools, reader: Reader) => CacheableRequest;
  /** Whether the endpoint takes `hide`. Such responses are not cached. */
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
  const respondToAll = (input: EndpointInput) => {
    const services = input.context.get(servicesContext);
    return services.responseCache.respond({
      ...requestOf(input),
      resolve() {
        const { searchParams } = input.url;
        const chosen = parseParentalControl(searchParams);
        const { queryKey, produce } = parse(searchParams, services, {
          parentalControl: stricter(chosen, visitorControl(input.context)),
          hidden: null,
        });
        return { queryKey: `${name} ${queryKey}`, produce };
      },
    });
  };
  const respondToUser = async (input: EndpointInput) => {
    const { request, context, url } = input;
    const { parentalControl, isShared } = await requestControl(request, context, url.searchParams);
    if (isShared) return respondToAll(input);
    const reader = { parentalControl, hidden: null };
    return privateResponse(
      await parse(url.searchParams, context.get(servicesContext), reader).produce(),
    );
  };
  const handle = (input: EndpointInput) => {
    const { request, context } = input;
    if (mayBeHidden(request.url) && hidesTitles(input.url.searchParams)) {
      const { searchParams } = input.url;
      const services = context.get(servicesContext);
      // All invalid parameters are named, signed in or not.
      parse(searchParams, services, { parentalControl: true, hidden: null });
      return hiddenResponse(input, (reader) => parse(searchParams, services, reader).produce());
    }
    return mayBeSignedIn(request, context) ? respondToUser(input) : respondToAll(input);
  };
  const ready = (input: EndpointInput) =>
    mayBeHidden(input.request.url) || mayBeSignedIn(input.request, input.context)
      ? null
      : input.context.get(servicesContext).responseCache.ready(requestOf(input));
  return { ready, handle };
}

export function rawSearch(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
