import { expect, it } from "vitest";
import { ConfigError, loadConfig } from "./config.server";

const URL_OF_CACHE = "http://varnish:6081/purge";

function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
    return "";
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

it("has no keys and purges nothing unless it is set", () => {
  expect(loadConfig({}).cdn).toEqual({ keyHeader: null, purge: null });
  expect(loadConfig({ CDN_KEY_HEADER: "Cache-Tag" }).cdn).toEqual({
    keyHeader: "Cache-Tag",
    purge: null,
  });
});

it("reads keys in Surrogate-Key unless the cache has another header", () => {
  expect(loadConfig({ CDN_PURGE_URL: URL_OF_CACHE, CDN_PURGE_TOKEN: "t" }).cdn).toEqual({
    keyHeader: "Surrogate-Key",
    purge: { url: new URL(URL_OF_CACHE), token: "t", keyHeader: "Surrogate-Key" },
  });
  expect(loadConfig({ CDN_PURGE_URL: URL_OF_CACHE, CDN_KEY_HEADER: "xkey" }).cdn).toMatchObject({
    keyHeader: "xkey",
    purge: { keyHeader: "xkey", token: null },
  });
});

it.each([
  [{ CDN_PURGE_URL: "varnish:6081" }, "CDN_PURGE_URL must be an http or https URL"],
  [
    { CDN_PURGE_URL: "http://user:secret@varnish/" },
    "CDN_PURGE_URL must have no user name: set CDN_PURGE_TOKEN",
  ],
  [{ CDN_PURGE_TOKEN: "t" }, "CDN_PURGE_URL must be set too: CDN_PURGE_TOKEN is sent there"],
  [
    { CDN_PURGE_URL: URL_OF_CACHE, CDN_PURGE_TOKEN: "a b" },
    "CDN_PURGE_TOKEN must have no spaces and no characters outside ASCII",
  ],
  [
    { CDN_KEY_HEADER: "Set-Cookie" },
    "CDN_KEY_HEADER must be Surrogate-Key, Cache-Tag, Edge-Cache-Tag or xkey",
  ],
])("refuses %j", (environment, message) => {
  expect(problemsOf(environment)).toBe(message);
});
