import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { i18nContext } from "~/http/context";
import { messageFile, serverI18n } from "~/i18n/i18n.server";
import { middleware } from "~/root";
import { action as saveSettings } from "~/routes/site/save-visitor-settings";
import { loader as messages } from "~/routes/site/messages";
import { createPageCaller } from "../../support/server/call-page";
import { createTestContext, createTestServices } from "../../support/server/context";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const call = createPageCaller(database);

/** Returns the language that the root's middleware negotiates. */
async function languageOf(headers: Record<string, string>): Promise<string> {
  const context = createTestContext(createTestServices({}, database));
  const [first] = middleware;
  await first?.(
    { request: new Request("http://akari.test/", { headers }), context, params: {} } as never,
    () => Promise.resolve(new Response()),
  );
  return context.get(i18nContext).locale;
}

describe("the locale of a page", () => {
  it("is the browser's preference, or English for an unknown one", async () => {
    expect(await languageOf({ "accept-language": "es-AR,es;q=0.9,en;q=0.8" })).toBe("es");
    expect(await languageOf({ "accept-language": "fr" })).toBe("en");
    expect(await languageOf({})).toBe("en");
  });

  it("is the visitor's choice before the browser's preference", async () => {
    expect(await languageOf({ "accept-language": "es", cookie: "akari_visitor=locale=en" })).toBe(
      "en",
    );
    expect(await languageOf({ "accept-language": "en", cookie: "akari_visitor=locale=es" })).toBe(
      "es",
    );
    expect(await languageOf({ "accept-language": "es", cookie: "akari_visitor=locale=xx" })).toBe(
      "es",
    );
  });

  it("is saved in the visitor's cookie by the settings form only", async () => {
    const cookieAfter = async (fields: Record<string, string>) =>
      (
        await call(saveSettings, "/visitor", {
          init: {
            method: "POST",
            body: new URLSearchParams(fields),
            headers: { origin: "http://akari.test" },
          },
        })
      ).headers.get("set-cookie");
    expect(await cookieAfter({ locale: "es" })).toContain("locale=es");
    expect(await cookieAfter({ theme: "light" })).not.toContain("locale");
  });
});

describe("the file of a locale's messages", () => {
  const request = (file: string, headers: Record<string, string> = {}) =>
    call(messages, `/messages/${file}`, { params: { file }, init: { headers } });
  const { version, json } = messageFile("es");

  it("is immutable under its versioned name", async () => {
    const response = await request(`es.${version}.json`);
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("cache-control"),
      response.headers.get("vary"),
    ]).toEqual([
      200,
      "application/json; charset=utf-8",
      "public, max-age=31536000, immutable",
      "Accept-Encoding",
    ]);
    expect(await response.text()).toBe(json);
    expect(serverI18n("es").messagesUrl).toBe(`/messages/es.${version}.json`);
  });

  it("is compressed when accepted", async () => {
    const response = await request(`es.${version}.json`, { "accept-encoding": "br, gzip" });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(json);
  });

  it("is current and uncached under another version's name", async () => {
    const response = await request("es.000000000000.json");
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await response.text()).toBe(json);
  });

  it.each([
    "fr.000000000000.json",
    "es.json",
    "es.xyz.json",
    "..",
    "constructor.000000000000.json",
  ])("is 404 as %j", async (file) => {
    expect((await request(file)).status).toBe(404);
  });
});
