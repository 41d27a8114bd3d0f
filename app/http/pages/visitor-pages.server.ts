import { parseCookie } from "cookie";
import { LRUCache } from "lru-cache";
import { createSingleFlight } from "~/concurrency/single-flight";
import { getCookie } from "~/http/request/get-cookie.server";
import { negotiateEncoding, type Encoding } from "~/http/response/cache/compress.server";
import {
  createNonceTemplate,
  type NonceTemplate,
} from "~/http/response/cache/nonce-template.server";
import { markPrepared } from "~/http/response/cache/prepared-response.server";
import { negotiateLocale } from "~/i18n/negotiate-locale.server";
import { currentScope, recordRoute } from "~/observability/request-scope.server";
import { TIME_ZONE_COOKIE } from "./settings/time-zone-script";
import { VISITOR_COOKIE } from "./settings/visitor-settings-cookie.server";

/** Pages that show every visitor with the same settings the same. */
const PATHS =
  /^\/(?:browse|schedule|(?:anime|genre|studio|franchise|season|character|person|credits)\/.*)?$/;
/** Pages name times and what airs now. */
const MAX_AGE_MS = 60_000;
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_KEY_LENGTH = 2_048;
/** Headers and maps, in bytes. */
const ENTRY_OVERHEAD = 4_096;

interface PageRequest {
  /** The site's, not the request's. */
  origin: string;
  isDataRequest: boolean;
  /** That `render` uses. */
  nonce: string;
}

export interface VisitorPages {
  /**
   * A page of a visitor without a session, rendered once for all with the same URL, settings, time
   * zone and language, for a minute at most; each response has its own nonce. Null: the page
   * depends on more.
   */
  respond(
    request: Request,
    page: PageRequest,
    render: () => Promise<Response>,
  ): Promise<Response> | null;
  clear(): void;
}

interface Page {
  site: object;
  html: NonceTemplate;
  compressed: Partial<Record<Encoding, Promise<NonceTemplate | null>>>;
  headers: Record<string, string>;
  policy: (nonce: string) => string;
  route: string | null;
}

interface VisitorPageOptions {
  /** Pages rendered with another object are not used. */
  readSite: () => Promise<object>;
  maxBytes?: number;
  now?: () => number;
}

export function createVisitorPages({
  readSite,
  maxBytes = MAX_BYTES,
  now = () => performance.now(),
}: VisitorPageOptions): VisitorPages {
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    // Of which the compressed forms take a third.
    sizeCalculation: ({ html }, key) =>
      Math.ceil(html.byteLength * 1.5) + 2 * key.length + ENTRY_OVERHEAD,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
  });
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
    if (!isReusable(response, nonce)) return response;
    const { "content-security-policy": policy = "", ...headers } = Object.fromEntries(
      response.headers,
    );
    const page: Page = {
      site,
      html: createNonceTemplate(new Uint8Array(await response.arrayBuffer()), nonce),
      compressed: {},
      headers: { ...headers, vary: `${headers["vary"]}, Accept-Encoding` },
      policy: (next) => policy.replace(nonce, next),
      route: currentScope()?.route ?? null,
    };
    if (generation === started) pages.set(key, page);
    return page;
  }

  async function send(page: Page, request: Request, nonce: string): Promise<Response> {
    const encoding = negotiateEncoding(request.headers.get("accept-encoding"));
    const template =
      encoding === null ? null : await (page.compressed[encoding] ??= page.html.compress(encoding));
    const bytes = (template ?? page.html).fill(nonce) as Buffer<ArrayBuffer>;
    return markPrepared(
      new Response(bytes, {
        headers: {
          ...page.headers,
          "content-security-policy": page.policy(nonce),
          "content-length": String(bytes.byteLength),
          ...(template === null ? {} : { "content-encoding": encoding ?? "" }),
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
      return send(cached, request, nonce);
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
    if (!(rendered instanceof Response)) return send(rendered, request, nonce);
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
  };
}

/** Null with any other cookie or with credentials. */
function visitorKey(
  { method, url, headers }: Request,
  { origin, isDataRequest }: PageRequest,
): string | null {
  if (method !== "GET" || isDataRequest || headers.has("authorization")) return null;
  if (!PATHS.test(new URL(url).pathname)) return null;
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

function isReusable({ status, headers }: Response, nonce: string): boolean {
  return (
    status === 200 &&
    headers.get("content-security-policy")?.includes(nonce) === true &&
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    headers.get("content-type")?.startsWith("text/html") === true
  );
}
