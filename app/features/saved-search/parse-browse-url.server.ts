import { Invalid, type Issue } from "~/errors/app-error";
import { isBrowseParameter } from "~/features/listing/browse-parameters.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { parseListing } from "~/features/listing/parse-listing.server";
import { browsePath } from "~/features/listing/view/browse-path";

export const MAX_SAVED_QUERY_LENGTH = 2_000;
/** Only to resolve relative URLs. */
const BASE = "http://site.invalid";

/**
 * A whole URL of Browse, its path or its parameters, in the canonical form that is stored: without
 * page and layout. Throws `Invalid` for another page, and naming each filter that Browse does not
 * have and each value that its parser rejects.
 */
export function parseBrowseUrl(text: string): { query: ListingQuery; canonical: string } {
  const parameters = readParameters(text.trim());
  const unknown = [...new Set(parameters.keys())].filter((name) => !isBrowseParameter(name));
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

/** Equal for URLs of one meaning, of any page. */
export function toCanonical(query: ListingQuery): string {
  return browsePath({ ...query, page: 1 }).replace(/^\/browse\??/, "");
}

/** What is wrong with a stored search since Browse changed; null for none. */
export function readSavedQuery(
  stored: string,
): { query: ListingQuery; issues: null } | { query: null; issues: readonly Issue[] } {
  try {
    return { query: parseBrowseUrl(`?${stored}`).query, issues: null };
  } catch (error) {
    if (error instanceof Invalid) return { query: null, issues: error.issues };
    throw error;
  }
}

function readParameters(text: string): URLSearchParams {
  const target = text.startsWith("?") ? `/browse${text}` : text;
  const url = URL.canParse(target, BASE) ? new URL(target, BASE) : null;
  if (url === null || url.pathname.replace(/\/$/, "") !== "/browse")
    throw new Invalid([{ path: "url", message: "savedSearch.url" }]);
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
