import { parseCookie } from "cookie";
import { createByteCache, type CacheUsage } from "~/caching/byte-cache";
import { createSingleFlight } from "~/concurrency/single-flight";
import { getCookie } from "~/http/request/get-cookie.server";
import { TIME_ZONE_COOKIE, VISITOR_COOKIE } from "~/pages/viewer/visitor-cookies";
import { compress, negotiateEncoding, type Encoding } from "~/http/response/cache/compress.server";
import { markComplete } from "~/http/response/cache/complete-response.server";
import { toHashPolicy } from "~/http/response/hash-policy.server";
import { negotiateLocale } from "~/i18n/negotiate-locale.server";
import { currentScope, recordRoute } from "~/observability/request-scope.server";

/** Pages name times and what airs now. */
const MAX_AGE_MS = 60_000;
const MAX_KEY_LENGTH = 2_048;
/** Headers and maps, in bytes. */
const ENTRY_OVERHEAD = 4_096;

interface PageRequest {
  /** The site's, not the request's. */
  origin: string;
  /** The nonce that `render` gives to scripts. */
  nonce: string;
}

export interface VisitorPages {
  /**
   * Responds to a visitor without a session with a page that is rendered once for all with the same
   * URL, settings, time zone and language, for a minute at most. Its policy names the hashes of its
   * scripts, so all get the same bytes. Returns null when the page depends on more.
   */
  respond(
    request: Request,
    page: PageRequest,
    render: () => Promise<Response>,
  ): Promise<Response> | null;
  clear(): void;
  readonly usage: CacheUsage;
}

interface Page {
  site: object;
  html: Buffer<ArrayBuffer>;
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  headers: Record<string, string>;
  route: string | null;
}

interface VisitorPageOptions {
  /** Pages rendered with another object are not used. */
  readSite: () => Promise<object>;
  maxBytes: number;
  now?: () => number;
}

export function createVisitorPages({ readSite, maxBytes, now }: VisitorPageOptions): VisitorPages {
  const pages = createByteCache<Page>(maxBytes, { maxAgeMs: MAX_AGE_MS, now });
  const flights = createSingleFlight<Page | Response>();
  let generation = 0;

  async function renderPage(
    key: string,
    nonce: string,
    site: object,
    render: () => Promise<Response>,
  ): Promise<Page | Response> {
    const started = generation;
    const response = await render();
    if (!isReusable(response)) return response;
    const headers = Object.fromEntries(response.headers);
    const rendered = await response.text();
    const hashed = toHashPolicy(
      { html: rendered, policy: headers["content-security-policy"] ?? "" },
      nonce,
    );
    if (hashed === null) return new Response(rendered, response);
    const page: Page = {
      site,
      html: Buffer.from(hashed.html),
      compressed: {},
      headers: {
        ...headers,
        "content-security-policy": hashed.policy,
        vary: `${headers["vary"]}, Accept-Encoding`,
      },
      route: currentScope()?.route ?? null,
    };
    if (generation === started) pages.set(key, page, sizeOf(key, page));
    return page;
  }

  async function send(page: Page, request: Request): Promise<Response> {
    const encoding = negotiateEncoding(request.headers.get("accept-encoding"));
    const bytes =
      encoding === null
        ? page.html
        : await (page.compressed[encoding] ??= compress(page.html, encoding, "fast"));
    return markComplete(
      new Response(bytes as Buffer<ArrayBuffer>, {
        headers: {
          ...page.headers,
          "content-length": String(bytes.byteLength),
          ...(encoding === null ? {} : { "content-encoding": encoding }),
        },
      }),
    );
  }

  async function respondFrom(
    key: string,
    request: Request,
    nonce: string,
    render: () => Promise<Response>,
  ): Promise<Response> {
    const site = await readSite();
    const cached = pages.get(key);
    if (cached?.site === site) {
      if (cached.route !== null) recordRoute(cached.route);
      return send(cached, request);
    }
    let isOwn = false;
    const rendered = await flights
      .run(key, () => {
        isOwn = true;
        return renderPage(key, nonce, site, render);
      })
      .catch((error: unknown) => {
        if (isOwn) throw error;
        return null;
      });
    // The other request may have been aborted.
    if (rendered === null) return respondFrom(key, request, nonce, render);
    if (!(rendered instanceof Response)) return send(rendered, request);
    return isOwn ? rendered : render();
  }

  return {
    respond(request, page, render) {
      const key = visitorKey(request, page);
      return key === null ? null : respondFrom(key, request, page.nonce, render);
    },
    clear() {
      generation += 1;
      pages.clear();
      flights.clear();
    },
    get usage() {
      return pages.usage;
    },
  };
}

/** The compressed forms take about half of the page's size. */
function sizeOf(key: string, { html }: Page): number {
  return Math.ceil(html.byteLength * 1.5) + 2 * key.length + ENTRY_OVERHEAD;
}

/** Returns null with any other cookie or with credentials. */
function visitorKey({ method, url, headers }: Request, { origin }: PageRequest): string | null {
  if (method !== "GET" || headers.has("authorization")) return null;
  const cookies = headers.get("cookie");
  const names = Object.keys(parseCookie(cookies ?? ""));
  if (names.some((name) => name !== VISITOR_COOKIE && name !== TIME_ZONE_COOKIE)) return null;
  const key = JSON.stringify([
    origin,
    url,
    getCookie(cookies, VISITOR_COOKIE),
    getCookie(cookies, TIME_ZONE_COOKIE),
    negotiateLocale(headers.get("accept-language")),
  ]);
  return key.length > MAX_KEY_LENGTH ? null : key;
}

function isReusable({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    headers.get("content-type")?.startsWith("text/html") === true
  );
}
