import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createNonce } from "~/http/response/hash-policy.server";
import { createVisitorPages } from "./visitor-pages.server";

const SCRIPT = "start()";
const SCRIPT_HASH = `'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`;

interface Asked {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  origin?: string;
  render?: (nonce: string) => Response | Promise<Response>;
}

function setUp() {
  let site = {};
  let time = 1;
  let renders = 0;
  const pages = createVisitorPages({
    readSite: () => Promise.resolve(site),
    maxBytes: 10_000_000,
    now: () => time,
  });
  const html = (nonce: string, text = `render ${renders}`) =>
    new Response(`<script nonce="${nonce}">${SCRIPT}</script><p>${text.padEnd(2_000)}</p>`, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `script-src 'nonce-${nonce}'`,
        "cache-control": "private, no-store",
        vary: "Cookie, Accept-Language",
      },
    });
  const respond = async ({
    path = "/",
    method = "GET",
    headers = {},
    origin = "http://akari.test",
    render = html,
  }: Asked = {}) => {
    const nonce = createNonce();
    const request = new Request(origin + path, { method, headers });
    const response = pages.respond(request, { origin, nonce }, async () => {
      renders += 1;
      return render(nonce);
    });
    if (response === null) return null;
    const sent = await response;
    const bytes = Buffer.from(await sent.arrayBuffer());
    const encoding = sent.headers.get("content-encoding");
    const body =
      encoding === "br" ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
    return { headers: sent.headers, status: sent.status, body: body.toString() };
  };
  return {
    pages,
    html,
    respond,
    renders: () => renders,
    advance: (ms: number) => (time += ms),
    changeSite: () => (site = {}),
  };
}

it("renders a page once and sends its bytes with the hashes of its scripts", async () => {
  const { respond, renders } = setUp();
  for (const encoding of ["identity", "br", "gzip", "identity", "br", "gzip"]) {
    const page = await respond({ headers: { "accept-encoding": encoding } });
    expect(page?.body).toContain(`<script>${SCRIPT}</script><p>render 1 `);
    expect(page?.headers.get("content-security-policy")).toBe(`script-src ${SCRIPT_HASH}`);
    expect(page?.headers.get("content-encoding") ?? "identity").toBe(encoding);
    expect(page?.headers.get("cache-control")).toBe("private, no-store");
    expect(page?.headers.get("vary")).toBe("Cookie, Accept-Language, Accept-Encoding");
  }
  expect(renders()).toBe(1);
});

it("renders once for simultaneous requests", async () => {
  const { respond, renders } = setUp();
  const sent = await Promise.all(Array.from({ length: 20 }, () => respond()));
  expect(sent).toHaveLength(20);
  for (const page of sent) expect(page?.body).toBe(sent[0]?.body);
  expect(renders()).toBe(1);
});

it.each<Asked>([
  { path: "/browse" },
  { path: "/?page=2" },
  { origin: "http://other.test" },
  { headers: { "accept-language": "es-MX" } },
  { headers: { cookie: "akari_visitor=theme=light" } },
  { headers: { cookie: "akari_visitor=theme%3Dlight" } },
  { headers: { cookie: "akari_zone=Asia/Tokyo" } },
])("renders again for %o", async (other) => {
  const { respond, renders } = setUp();
  await respond();
  await respond({ headers: { cookie: "akari_visitor=theme=dark" } });
  await respond(other);
  expect(renders()).toBe(3);
  await respond(other);
  expect(renders()).toBe(3);
});

it.each<Asked>([
  { headers: { cookie: "akari_session=1" } },
  { headers: { cookie: "akari_visitor=theme=light; akari_guest=1" } },
  { headers: { authorization: "Bearer 1" } },
  { method: "HEAD" },
  { method: "POST" },
])("leaves %o alone", async (asked) => {
  expect(await setUp().respond(asked)).toBeNull();
});

it("keeps no page with an overlong URL", async () => {
  const { respond } = setUp();
  const path = (length: number) => `/browse?search_query=${"a".repeat(length)}`;
  expect(await respond({ path: path(1_900) })).not.toBeNull();
  expect(await respond({ path: path(2_048) })).toBeNull();
});

it("renders again after a minute, a change of the catalog or of the site's settings", async () => {
  const { respond, renders, advance, pages, changeSite } = setUp();
  await respond();
  advance(59_999);
  await respond();
  expect(renders()).toBe(1);
  advance(2);
  await respond();
  expect(renders()).toBe(2);
  pages.clear();
  await respond();
  expect(renders()).toBe(3);
  changeSite();
  await respond();
  await respond();
  expect(renders()).toBe(4);
});

it("does not keep what was rendered before a change", async () => {
  const { respond, renders, pages, html } = setUp();
  const old = respond({
    render: (nonce) => {
      pages.clear();
      return html(nonce);
    },
  });
  await old;
  await respond();
  expect(renders()).toBe(2);
});

it.each([
  ["an error", { status: 500 }],
  ["a redirect", { status: 302 }],
  ["a cookie", { headers: { "content-type": "text/html", "set-cookie": "a=1" } }],
  ["something else", { headers: { "content-type": "text/plain" } }],
  ["a page without a nonce", { headers: { "content-type": "text/html" } }],
])("renders %s for each request", async (name, init) => {
  const { respond, renders } = setUp();
  const render = (nonce: string) => {
    const response = new Response("x", init);
    if (name !== "a page without a nonce")
      response.headers.set("content-security-policy", `'nonce-${nonce}'`);
    return response;
  };
  await Promise.all([respond({ render }), respond({ render })]);
  expect((await respond({ render }))?.status).toBe("status" in init ? init.status : 200);
  expect(renders()).toBe(3);
});

it("renders for others after the first request fails", async () => {
  const { respond, renders } = setUp();
  const failing = respond({ render: () => Promise.reject(new Error("aborted")) });
  const others = [respond(), respond()];
  await expect(failing).rejects.toThrow("aborted");
  for (const page of await Promise.all(others)) expect(page?.body).toContain("render 2");
  expect(renders()).toBe(2);
});
