import { describe, expect, it } from "vitest";
import { LIMIT_RATINGS } from "~/features/catalog/parental-control";
import { defaultCacheMegabytes } from "./cache-memory";
import { CLIENT_LIMIT_DEFAULTS } from "./client-limits";
import { ConfigError, loadConfig } from "./config.server";
import { parseRateLimits } from "./rate-limits";

describe("the settings", () => {
  it("start a whole service from an empty environment", () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      production: false,
      server: {
        host: "127.0.0.1",
        port: 3000,
        publicUrl: null,
        trustedProxies: [],
        corsOrigins: [],
      },
      database: { remote: null },
      rateLimits: {
        signin: { points: 100, seconds: 60 },
        animesFull: { points: 100, seconds: 60 },
      },
    });
    expect(config.dataDir).toMatch(/\.data$/);
  });

  it("list every problem at once, each with its variable", () => {
    const load = () =>
      loadConfig({
        PORT: "70000",
        DATABASE_URL: "mysql://x",
        PUBLIC_URL: "ftp://x",
        CORS_ORIGINS: "https://a.test/path",
      });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*PUBLIC_URL[\s\S]*CORS_ORIGINS/);
  });

  it.each(["on", "max-age=", "max-age=1; includeSubDomains; x", "max-age=1,preload"])(
    "refuse HSTS=%s",
    (HSTS) => {
      expect(() => loadConfig({ HSTS })).toThrow("HSTS");
    },
  );

  it("treat an empty variable as unset", () => {
    expect(loadConfig({ PORT: "", DATABASE_URL: "" }).server.port).toBe(3000);
  });

  it("read the limit of the slow-query log", () => {
    expect(loadConfig({}).log.slowQueryMs).toBeNull();
    for (const limit of [1, 60_000])
      expect(loadConfig({ SLOW_QUERY_MS: String(limit) }).log.slowQueryMs).toBe(limit);
    for (const limit of ["0", "60001", "1.5", "slow"])
      expect(() => loadConfig({ SLOW_QUERY_MS: limit }), limit).toThrow(/^SLOW_QUERY_MS must/);
  });

  it("read the memory for caches within its limits", () => {
    const MB = 1024 * 1024;
    expect(loadConfig({}).cacheBytes).toBe(defaultCacheMegabytes() * MB);
    for (const megabytes of [16, 65_536])
      expect(loadConfig({ CACHE_MB: String(megabytes) }).cacheBytes).toBe(megabytes * MB);
    for (const megabytes of ["15", "65537", "64.5", "much"])
      expect(() => loadConfig({ CACHE_MB: megabytes }), megabytes).toThrow(/^CACHE_MB must/);
  });

  it("parse the allowed private hosts, and name an invalid entry", () => {
    expect(loadConfig({ OUTBOUND_ALLOW: "minio, 127.0.0.1:9000" }).outbound.allow).toEqual([
      { host: "minio", port: null },
      { host: "127.0.0.1", port: 9000 },
    ]);
    expect(() => loadConfig({ OUTBOUND_ALLOW: "minio,10.0.0.0/8" })).toThrow(
      'OUTBOUND_ALLOW has "10.0.0.0/8", which is neither host nor host:port',
    );
  });

  it("leave the proxies to everyone unless told otherwise", () => {
    expect(loadConfig({}).proxies).toBe("everyone");
    expect(loadConfig({ PROXIES: "signed-in" }).proxies).toBe("signed-in");
    for (const proxies of ["members", "off", "Everyone", "signed-in,everyone"])
      expect(() => loadConfig({ PROXIES: proxies })).toThrow(
        "PROXIES must be everyone or signed-in",
      );
  });

  it("limit what visitors see by one of the four ratings, or not at all", () => {
    expect(loadConfig({}).visitorRating).toBeNull();
    expect(loadConfig({ VISITOR_RATING: "" }).visitorRating).toBeNull();
    for (const rating of LIMIT_RATINGS)
      expect(loadConfig({ VISITOR_RATING: rating }).visitorRating).toBe(rating);
    for (const rating of ["r+", "rx", "PG", "pg13", "none"])
      expect(() => loadConfig({ VISITOR_RATING: rating }), rating).toThrow(
        "VISITOR_RATING must be g, pg, pg-13 or r",
      );
  });

  it("run jobs unless told otherwise, and keep 1 to 365 backups", () => {
    expect(loadConfig({}).jobs).toEqual({ enabled: true, keptBackups: 7 });
    expect(loadConfig({ JOBS: "off", BACKUP_KEEP: "365" }).jobs).toEqual({
      enabled: false,
      keptBackups: 365,
    });
    expect(loadConfig({ BACKUP_KEEP: "1" }).jobs.keptBackups).toBe(1);
    expect(() => loadConfig({ JOBS: "no" })).toThrow("JOBS must be on or off");
    for (const kept of ["0", "366", "1.5", "many"])
      expect(() => loadConfig({ BACKUP_KEEP: kept })).toThrow(
        "BACKUP_KEEP must be a number from 1 to 365",
      );
  });

  it("read what one client may have at once, and name an entry that is none", () => {
    expect(loadConfig({}).clientLimits).toEqual(CLIENT_LIMIT_DEFAULTS);
    expect(loadConfig({ CLIENT_LIMITS: "streams=1, images=999999" }).clientLimits).toMatchObject({
      streams: 1,
      images: 999_999,
    });
    for (const [value, message] of [
      ["streams=0", 'CLIENT_LIMITS has "streams=0", which is not of the form name=limit'],
      ["streams=1000000", "which is not of the form"],
      [
        "toString=3",
        'CLIENT_LIMITS names "toString", but the limits are streams, images, pages, api, rooms, live, connections',
      ],
    ])
      expect(() => loadConfig({ CLIENT_LIMITS: value })).toThrow(message);
  });

  it("read where instances count together, and refuse what is no such URL", () => {
    expect(loadConfig({}).sharedLimits.url).toBeNull();
    for (const url of ["redis://valkey:6379", "rediss://:secret@valkey.example.org:6380/15"])
      expect(loadConfig({ LIMITS_URL: url }).sharedLimits.url).toBe(url);
    expect(() => loadConfig({ LIMITS_URL: "valkey:6379" })).toThrow(
      "LIMITS_URL must start with redis:// or rediss://",
    );
    for (const url of ["redis://", "redis://valkey:port", "redis://valkey/limits"])
      expect(() => loadConfig({ LIMITS_URL: url })).toThrow(
        "LIMITS_URL must be a URL such as redis://127.0.0.1:6379/0",
      );
  });

  it("read the database's URL beside its pooler's, and refuse one alone", () => {
    const DATABASE_URL = "postgres://pooler:6432/akari";
    const DATABASE_DIRECT_URL = "postgres://database/akari";
    const environment = { SESSION_SECRET: "a secret for tests only", DATABASE_URL };
    expect(loadConfig(environment).database.direct).toBeNull();
    expect(loadConfig({ ...environment, DATABASE_DIRECT_URL }).database).toMatchObject({
      remote: { url: DATABASE_URL },
      direct: { url: DATABASE_DIRECT_URL },
    });
    expect(() => loadConfig({ DATABASE_DIRECT_URL })).toThrow(
      "DATABASE_URL must be the pooler's URL when DATABASE_DIRECT_URL is set",
    );
    expect(() => loadConfig({ DATABASE_URL, DATABASE_DIRECT_URL: "database" })).toThrow(
      "DATABASE_DIRECT_URL must start with postgres:// or postgresql://",
    );
  });

  it("read the keys of stored secrets, none of which may be short", () => {
    const [first, second] = ["a".repeat(32), "b".repeat(32)];
    expect(loadConfig({}).secretsKeys).toEqual([]);
    expect(loadConfig({ SECRETS_KEY: `${first}, ${second}` }).secretsKeys).toEqual([first, second]);
    expect(() => loadConfig({ SECRETS_KEY: `${first},${"c".repeat(31)}` })).toThrow(
      "SECRETS_KEY needs at least 32 characters in each of its parts",
    );
  });

  it("take the data folder as shared only when told", () => {
    expect(loadConfig({}).isDataShared).toBe(false);
    expect(loadConfig({ DATA_SHARED: "true" }).isDataShared).toBe(true);
    expect(() => loadConfig({ DATA_SHARED: "yes" })).toThrow("DATA_SHARED must be true or false");
  });

  it("are frozen", () => {
    const config = loadConfig({});
    expect(() => Object.assign(config.server, { port: 1 })).toThrow(TypeError);
  });

  it.each(["0", "65535"])("accept the port %s", (port) => {
    expect(loadConfig({ PORT: port }).server.port).toBe(Number(port));
  });

  it.each(["-1", "65536", "http"])("refuse the port %s", (port) => {
    expect(() => loadConfig({ PORT: port })).toThrow(/PORT/);
  });
});

describe("RATE_LIMITS", () => {
  it("changes the named limits and leaves the others", () => {
    const defaults = parseRateLimits("");
    expect(defaults).toMatchObject({
      signup: { points: 100, seconds: 60 },
      animesFull: { points: 100, seconds: 60 },
    });
    expect(parseRateLimits("signin=5/10, videoProxy=1000/60")).toEqual(
      Object.assign({}, defaults, {
        signin: { points: 5, seconds: 10 },
        videoProxy: { points: 1000, seconds: 60 },
      }),
    );
  });

  it.each(["signin", "signin=5", "nobody=1/1", "signin=0/60", "signin=1/0", "__proto__=1/1"])(
    "rejects %s with a message",
    (text) => {
      expect(parseRateLimits(text)).toBeTypeOf("string");
    },
  );
});
