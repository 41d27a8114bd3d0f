import { href } from "react-router";
import { Invalid, type Issue } from "~/errors/app-error";
import { listingParametersSchema } from "~/features/listing/listing-parameters.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { parseListing } from "~/features/listing/parse-listing.server";
import { browsePath } from "~/features/listing/view/browse-path";
import { parseUrl } from "~/parsing/parse-url";

export const MAX_SAVED_QUERY_LENGTH = 2_000;
/** A base to resolve stored parameters with. */
const BASE = "http://site.invalid";
/** The listing's parameters and their aliases, and what Browse itself reads. */
const BROWSE_PARAMETERS = new Set([
  ...Object.keys(listingParametersSchema.shape),
  ...["page", "limit", "parentalControl", "view"],
]);

/**
 * A whole URL of Browse, its path or its parameters, in the canonical form that is stored: without
 * page and layout. Throws `Invalid` for another site or page, and naming each filter that Browse
 * does not have and each value that its parser rejects.
 */
export function parseBrowseUrl(
  text: string,
  origin: string,
): { query: ListingQuery; canonical: string } {
  const parameters = readParameters(text.trim(), origin);
  const unknown = [...new Set(parameters.keys())].filter((name) => !BROWSE_PARAMETERS.has(name));
  if (unknown.length > 0)
    throw new Invalid(
      unknown.slice(0, 5).map((name) => ({
        path: "url",
        message: { key: "savedSearch.unknownFilter", values: { name: name.slice(0, 40) } },
      })),
    );
  const query = { ...parseAt("url", parameters), page: 1 };
  const canonical = toCanonical(query);
  if (canonical.length > MAX_SAVED_QUERY_LENGTH)
    throw new Invalid([
      {
        path: "url",
        message: { key: "field.maxLength", values: { field: "url", max: MAX_SAVED_QUERY_LENGTH } },
      },
    ]);
  return { query, canonical };
}

/** Returns a text that is equal for URLs of one meaning, of any page. */
export function toCanonical(query: ListingQuery): string {
  return browsePath({ ...query, page: 1 }).replace(/^\/browse\??/, "");
}

/** Throws `Invalid` where Browse has changed since. */
export function parseStoredQuery(stored: string): ListingQuery {
  return parseBrowseUrl(`?${stored}`, BASE).query;
}

/** What is wrong with a stored search since Browse changed; null for none. */
export function readSavedQuery(
  stored: string,
): { query: ListingQuery; issues: null } | { query: null; issues: readonly Issue[] } {
  try {
    return { query: parseStoredQuery(stored), issues: null };
  } catch (error) {
    if (error instanceof Invalid) return { query: null, issues: error.issues };
    throw error;
  }
}

function readParameters(text: string, origin: string): URLSearchParams {
  const target = text.startsWith("?") ? `${href("/browse")}${text}` : text;
  const url = parseUrl(target, origin);
  if (url === null || url.pathname.replace(/\/$/, "") !== href("/browse"))
    throw new Invalid([{ path: "url", message: "savedSearch.url" }]);
  if (url.origin !== origin) throw new Invalid([{ path: "url", message: "savedSearch.otherSite" }]);
  return url.searchParams;
}

/** The issues keep their texts, which name the parameter, under the form's field. */
function parseAt(path: string, parameters: URLSearchParams): ListingQuery {
  try {
    return parseListing(parameters);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(error.issues.map(({ message }) => ({ path, message })));
  }
}
