import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "./config.server";

describe("a removed setting", () => {
  it.each([
    ["DATABASE_READ_URLS", "postgres://reader@replica/akari", "large enough for all reads"],
    ["DATABASE_READ_URLS_FILE", "/run/secrets/replicas", "large enough for all reads"],
    ["CDN_PURGE_URL", "http://varnish:6081/purge", "as their Cache-Control says"],
    ["CDN_PURGE_TOKEN_FILE", "/run/secrets/token", "as their Cache-Control says"],
    ["CDN_KEY_HEADER", "xkey", "as their Cache-Control says"],
    ["IMAGE_CACHE", "disk", "keeps converted images in its DATA_DIR"],
    ["S3_CACHE_BUCKET", "images", "keeps converted images in its DATA_DIR"],
    ["DATABASE_READ_MAX_LAG", "10", "replicas are no longer read"],
  ])("%s stops the start with one sentence while it is set", (name, value, advice) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${name} was removed: unset it, [^\\n]+$`));
    expect(load).toThrow(advice);
    expect(() => loadConfig({ [name]: "" })).not.toThrow();
  });

  it("is named beside the others", () => {
    expect(() =>
      loadConfig({ DATABASE_READ_URLS: "x", DATABASE_READ_MAX_LAG: "1", SMTP_URL_FILE: "/none" }),
    ).toThrow(/^DATABASE_READ_URLS was.*\nDATABASE_READ_MAX_LAG was.*\nSMTP_URL_FILE cannot/);
  });
});
