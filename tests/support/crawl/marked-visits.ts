import type { Visit } from "./crawl-site";
import { MARKER } from "./marked-titles";

/** The user's own text, which the site repeats. */
const OWN_WORDS = /^\w+ \/api\/user\/(?:profile|export)\b/;
/** Lists the user's own data, by ids whose titles have no name. */
const OWN_DATA = /^\w+ \/(?:api\/user\/|signup\/|list\/import)/;
/** A page, an image or a stream of a title. */
const TITLE_LINK =
  /\/(?:anime|watch|media\/\w+|character|person|credits|franchise)\/(\d+)\b|[?&;](?:id|mal_id)=(\d+)\b/g;

export function named(visits: readonly Visit[]): string[] {
  return visits.flatMap(({ request, text }) => {
    const shown = OWN_WORDS.test(request)
      ? text.replaceAll(new RegExp(`"${MARKER}(?:genre|studio)"`, "g"), "")
      : text;
    const at = shown.toLowerCase().indexOf(MARKER);
    return at === -1
      ? []
      : [`${request}: …${shown.slice(Math.max(0, at - 80), at + 40).replaceAll("\n", " ")}…`];
  });
}

function findLink(text: string, ids: ReadonlySet<number>): string | undefined {
  for (const [link, ofPath, ofQuery] of text.matchAll(TITLE_LINK))
    if (ids.has(Number(ofPath ?? ofQuery))) return link;
  return undefined;
}

/** Selects responses with a link to one of the titles, unless they were asked about it. */
function linked(visits: readonly Visit[], ids: readonly number[]): string[] {
  const all = new Set(ids);
  return visits.flatMap(({ request, text }) => {
    const link = findLink(text, all);
    return link === undefined || findLink(decodeURIComponent(request), all) !== undefined
      ? []
      : [`${request}: ${link}`];
  });
}

export function failed(visits: readonly Visit[]): string[] {
  return visits
    .filter(({ status }) => status >= 500)
    .map(({ request, status }) => `${request} ${status}`);
}

/** Selects pages of the titles that open; the user's own data may. */
function opened(visits: readonly Visit[], ids: readonly number[]): string[] {
  const all = new Set(ids);
  return visits
    .filter(({ request }) => findLink(request, all) !== undefined)
    .filter(({ request }) => !request.includes("/api/user/"))
    .filter(({ status }) => status !== 403 && status !== 404)
    .map(({ request, status }) => `${request} ${status}`);
}

/** Selects responses with the id of one of the titles, unless they were asked about it. */
export function identified(visits: readonly Visit[], ids: readonly number[]): string[] {
  const all = new Set(ids);
  const isOneOf = ([number]: readonly string[]) => all.has(Number(number));
  return visits.flatMap(({ request, text }) => {
    if (OWN_DATA.test(request) || [...request.matchAll(/\d+/g)].some(isOneOf)) return [];
    const found = [...text.matchAll(/\b\d+\b/g)].find(isOneOf);
    return found === undefined
      ? []
      : [`${request}: …${text.slice(Math.max(0, found.index - 60), found.index + 20)}…`];
  });
}

/** What a crawl may not find, in any order. */
export function leaks(visits: readonly Visit[], ids: readonly number[]): Record<string, string[]> {
  return {
    failed: failed(visits),
    named: named(visits),
    linked: linked(visits, ids),
    opened: opened(visits, ids),
  };
}

export const NO_LEAKS = { failed: [], named: [], linked: [], opened: [] };
