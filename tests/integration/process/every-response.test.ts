// @module-tag rest
import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { countAtOnce, listOwned, namesUser } from "../../support/database/traced-statements";
import {
  crawlEveryRequest,
  isPublic,
  type Crawls,
  type Exchange,
} from "../../support/server/crawl-every-request";
import { ANIME } from "../../support/server/every-request";
import { expectKindHeaders } from "../../support/server/kind-headers";

const database = await testDatabase({ template: STARTER_TEMPLATE });

let started: Promise<Crawls> | undefined;

/** The first test waits for all requests, whichever test that is. An idle machine takes 45 s. */
const UNTIL_CRAWLED = { timeout: 600_000 };

/** Starts with the first test that asks for it, and ends within that. */
const crawl = () => (started ??= crawlEveryRequest(database));

/** Throws for an exchange that breaks it. */
type Rule = (exchange: Exchange, crawls: Crawls) => void;

async function listBreaches(of: "visitor" | "user" | "others", rule: Rule | undefined) {
  const crawls = await crawl();
  return crawls[of].flatMap((exchange) => {
    try {
      rule?.(exchange, crawls);
      return [];
    } catch (error) {
      const { method, path, sent, response } = exchange;
      return [`${method} ${path} ${JSON.stringify(sent)} → ${response.status}: ${String(error)}`];
    }
  });
}

/** What a cache stores a response under, and for how long. */
const STORED = ["etag", "last-modified", "cache-control", "vary"] as const;
/** RFC 9110 section 15.4.5. */
const REVALIDATED = ["etag", "cache-control", "vary"] as const;
/** Responses that no cache stores may differ between two requests. */
const NOT_STORED = ["cache-control", "vary"] as const;
const pick = (response: Response, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = response.headers.get(name);
      // The ETags of all codings are equal here; HEAD may have that of the plain body.
      return [name, name === "etag" ? value?.replace(/-(?:br|gzip)"$/, '"') : value];
    }),
  );

/** What holds for any client. */
const RULES: Record<string, Rule> = {
  "has nothing of another client": ({ foreign }) => expect(foreign.join(" ")).toBe(""),
  "has nothing of its client if it is public": ({ response, own }) => {
    if (isPublic(response)) expect(own.join(" ")).toBe("");
  },
};

/** What holds for a visitor over HTTPS. */
const VISITOR_RULES: Record<string, Rule> = {
  ...RULES,
  "has the security headers of its kind, in every method and for a 304": ({ method, response }) =>
    expectKindHeaders(method, response),
  "has the headers of the 200 for HEAD": ({ method, sent, response, whole }) => {
    if (method !== "HEAD" || "if-none-match" in sent || whole?.status !== 200) return;
    const isStored = whole.headers.get("cache-control")?.includes("no-store") !== true;
    const compared = [...(isStored ? STORED : NOT_STORED), "content-type"];
    expect({ status: response.status, ...pick(response, compared) }).toEqual({
      status: 200,
      ...pick(whole, compared),
    });
  },
  "is a 304 with the headers of the 200 for what is known, before a range": (exchange) => {
    const { sent, response, whole } = exchange;
    if (!("if-none-match" in sent) || whole?.status !== 200) return;
    expect({ status: response.status, ...pick(response, REVALIDATED) }).toEqual({
      status: 304,
      ...pick(whole, REVALIDATED),
    });
    expect(response.headers.get("content-range")).toBeNull();
  },
  "lets other sites show proxied and uploaded media": (
    { method, path, sent, response },
    { media },
  ) => {
    if (method !== "GET" || "if-none-match" in sent || !media.includes(path)) return;
    expect(response.status).toBe(200);
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  },
  "is no error as page data, compressed too": ({ path, response }) => {
    if (path.split("?", 1)[0]?.endsWith(".data") === true)
      expect(response.status).toBeLessThan(500);
  },
};

/** The pool has ten connections. On a busy machine a session's renewal overlaps with the page. */
const MAX_AT_ONCE = 7;

/** What holds for an owner whose session was last used two hours ago: its renewal is due. */
const USER_RULES: Record<string, Rule> = {
  ...RULES,
  // Owners see who has an account.
  "has nothing of another client": ({ path, foreign }) => {
    if (!path.startsWith("/admin")) expect(foreign.join(" ")).toBe("");
  },
  "is no error of the server": ({ response }) => expect(response.status).toBeLessThan(500),
  "comes of statements that name the user, or have a reason": ({ spans }) =>
    expect(
      listOwned(spans)
        .filter((statement) => !namesUser(statement))
        .join("\n"),
    ).toBe(""),
  "comes of few statements at once, so that others get connections": ({ spans }) =>
    expect(countAtOnce(spans)).toBeLessThanOrEqual(MAX_AT_ONCE),
  "has a tag and varies by the coding alone if it is public": ({ method, sent, response }) => {
    if (!isPublic(response) || method !== "GET" || response.status !== 200) return;
    if ("if-none-match" in sent) return;
    expect(response.headers.get("etag")).toMatch(/^"/);
    expect([null, "Accept-Encoding"]).toContain(response.headers.get("vary"));
  },
  "does not renew the session if it is public": ({ response }) => {
    if (isPublic(response)) expect(response.headers.getSetCookie()).toEqual([]);
  },
  "leaves the renewal to the next private response if it is public": ({ response, next }) => {
    if (isPublic(response)) expect(next?.headers.getSetCookie()).toHaveLength(1);
  },
};

describe("every response to a visitor", UNTIL_CRAWLED, () => {
  it.each(Object.entries(VISITOR_RULES))("%s", async (_, rule) =>
    expect(await listBreaches("visitor", rule)).toEqual([]),
  );

  it("includes pages, and what caches ask for again", async () => {
    const { visitor, media } = await crawl();
    const pages = visitor.filter(({ response }) => response.headers.has("reporting-endpoints"));
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/", "/browse", "/signin", "/docs", "/offline", "/no-such-page"]),
    );
    const revalidated = visitor.filter(({ response }) => response.status === 304);
    expect(revalidated.map(({ path }) => path.replace(/\?.*/, ""))).toEqual(
      expect.arrayContaining([
        "/schedule.ics",
        "/feed/episodes.atom",
        "/feed/browse.json",
        "/sitemap.xml",
        "/favicon.svg",
        "/api/animes/full",
        "/api/videoProxy",
        media[0],
      ]),
    );
  });
});

describe("every response to a user whose session is due for renewal", UNTIL_CRAWLED, () => {
  it.each(Object.entries(USER_RULES))("%s", async (_, rule) =>
    expect(await listBreaches("user", rule)).toEqual([]),
  );

  it("is public or renews the session, and both occur", async () => {
    const { user } = await crawl();
    const shared = user.filter(({ response }) => isPublic(response));
    expect(shared.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        "/robots.txt",
        "/sitemap.xml",
        "/schedule.ics",
        "/feed/episodes.atom",
        "/opensearch.xml",
        `/media/cover/${ANIME}/240.webp`,
        "/api/animes/full",
        "/favicon.svg",
        serverI18n("en").messagesUrl,
      ]),
    );
    const renewing = user.filter(
      ({ response }) =>
        !isPublic(response) &&
        response.headers.getSetCookie().some((line) => line.startsWith("akari=")),
    );
    expect(renewing.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/", "/browse", "/list", "/settings", "/api/user/profile"]),
    );
  });

  it("is traced, most with statements on the user's rows", async () => {
    const { user } = await crawl();
    expect(new Set(user.flatMap(({ spans }) => listOwned(spans))).size).toBeGreaterThan(80);
    expect(user.filter(({ spans }) => spans.length > 0).length).toBeGreaterThan(100);
  });
});

describe("every response to clients that come before and after", UNTIL_CRAWLED, () => {
  it.each(Object.entries(RULES))("%s", async (_, rule) =>
    expect(await listBreaches("others", rule)).toEqual([]),
  );

  it("is public or has what is the client's own, and both occur", async () => {
    const { others } = await crawl();
    const own = others.filter((exchange) => exchange.own.length > 0);
    expect(own.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/profile", "/api/user/profile"]),
    );
    const shared = others.filter(({ response }) => isPublic(response));
    expect(shared.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/opensearch.xml", "/sitemap.xml", "/api/animes/full"]),
    );
  });
});
