import { parseUrl } from "~/parsing/parse-url";

/** What a crawler sees. */
export interface Visit {
  /** The request as `METHOD path`, with the query. */
  request: string;
  status: number;
  contentType: string;
  text: string;
}

/** The sender of requests. */
export interface CrawlViewer {
  origin: string;
  cookie?: string | undefined;
  headers?: Record<string, string>;
  /** Parameters that the query of every request gets, too. */
  query?: string;
}

interface CrawlOptions extends CrawlViewer {
  seeds: readonly string[];
  skips?: RegExp;
  /** Whether links are followed; true by default. */
  followsLinks?: boolean;
}

/** Links that differ by numbers or values only are followed this often. */
const MAX_PER_PATTERN = 3;
/** Limit for URLs of one path, also if the names of their parameters differ. */
const MAX_PER_PATH = 60;
const MAX_VISITS = 3_000;
const CONCURRENCY = 4;

/** Follows every link of the site found in any response, pages also as data. */
export async function crawlSite({
  seeds,
  skips,
  followsLinks = true,
  ...viewer
}: CrawlOptions): Promise<Visit[]> {
  const { origin } = viewer;
  const visits: Visit[] = [];
  const queue: string[] = [];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const add = (path: string, isSeed: boolean) => {
    if (seen.has(path) || skips?.test(path) === true) return;
    seen.add(path);
    const pattern = patternOf(path);
    const [parent = ""] = pattern.split("?", 1);
    const [ofPattern, ofPath] = [counts.get(pattern) ?? 0, counts.get(parent) ?? 0];
    if (!isSeed && (ofPattern >= MAX_PER_PATTERN || ofPath >= MAX_PER_PATH)) return;
    counts.set(pattern, ofPattern + 1);
    if (!isSeed) counts.set(parent, ofPath + 1);
    queue.push(path);
  };
  for (const seed of seeds) add(seed, true);
  // Most links are on every page.
  const known = new Set<string>();
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const found = await visit(viewer, path);
      visits.push(found);
      if (visits.length > MAX_VISITS) throw new Error(`more than ${MAX_VISITS} pages`);
      if (!followsLinks) continue;
      if (found.contentType.startsWith("text/html")) add(dataPath(path), false);
      for (const link of linksIn(found.text, origin)) {
        if (known.has(link)) continue;
        known.add(link);
        for (const target of pathsOf(link, origin)) add(target, false);
      }
    }
  };
  // Workers end when the queue is empty for a moment, so they start again until it stays so.
  while (queue.length > 0) await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return visits;
}

/** Requests a page as the viewer. */
export function visit(
  { origin, cookie, headers, query }: CrawlViewer,
  path: string,
  init: RequestInit = {},
): Promise<Visit> {
  const target = query === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
  const all = { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } };
  return fetchVisit(origin, { path: target, cookie, init: all });
}

interface VisitOptions {
  path: string;
  cookie?: string | undefined;
  init?: RequestInit;
}

/** Redirects are not followed; their target counts as text. */
export async function fetchVisit(
  origin: string,
  { path, cookie, init = {} }: VisitOptions,
): Promise<Visit> {
  const headers = new Headers(init.headers);
  if (cookie !== undefined) headers.set("cookie", cookie);
  // A tenth of the CPU time would compress and decompress.
  headers.set("accept-encoding", "identity");
  const response = await fetch(origin + path, { ...init, headers, redirect: "manual" });
  const contentType = response.headers.get("content-type") ?? "";
  const body = /^(?:image(?!\/svg)|video|font)\//.test(contentType)
    ? (await response.arrayBuffer(), "")
    : await response.text();
  const fromHeaders = ["location", "link", "content-disposition"].flatMap(
    (name) => response.headers.get(name) ?? [],
  );
  return {
    request: `${init.method ?? "GET"} ${path}`,
    status: response.status,
    contentType,
    text: [body, ...fromHeaders].join("\n"),
  };
}

/** React Router's request for a page's data. */
function dataPath(path: string): string {
  const [pathname = "", query] = path.split("?", 2);
  const data = pathname === "/" ? "/_.data" : `${pathname.replace(/\/$/, "")}.data`;
  return query === undefined ? data : `${data}?${query}`;
}

function patternOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://akari.test");
  const [, first = "", second = ""] = pathname.replaceAll(/\d+/g, "#").split("/");
  return `/${first}/${second === "" ? "" : "*"}?${[...new Set(searchParams.keys())].sort().join("&")}`;
}

function linksIn(text: string, origin: string): string[] {
  return [
    ...text.matchAll(/\b(?:href|src|action|formaction)="([^"]+)"/g),
    ...text.matchAll(/\\?"(\/[A-Za-z][^"\\\s<>]*)\\?"/g),
    ...text.matchAll(/<(\/[^>\s]*)>; rel=/g),
    ...text.matchAll(new RegExp(`(${origin.replaceAll(".", "\\.")}/[^"'\\s<>\\\\]*)`, "g")),
  ].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
}

/** The link's target on the site, if it has one. */
function pathsOf(link: string, origin: string): string[] {
  if (link.includes("{") || parseUrl(link, origin) === null) return [];
  const url = new URL(link, origin);
  return url.origin === origin ? [url.pathname + url.search] : [];
}
