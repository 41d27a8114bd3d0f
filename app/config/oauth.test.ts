import { describe, expect, it } from "vitest";
import { loadConfig } from "./config.server";

const client = { OAUTH_CLIENT_ID: "akari", OAUTH_CLIENT_SECRET: "s/e+c&r=e%t" };
const addresses = {
  OAUTH_AUTHORIZE_URL: "https://id.test/authorize",
  OAUTH_TOKEN_URL: "https://id.test/token",
  OAUTH_USERINFO_URL: "https://id.test/me",
};

describe("the provider's settings", () => {
  it("are absent by default", () => {
    expect(loadConfig({}).oauthClients).toEqual([]);
  });

  it("are an issuer or three URLs, with a client", () => {
    const discovered = loadConfig({ ...client, OAUTH_ISSUER: "https://id.test/realm" });
    expect(discovered.oauthClients).toMatchObject([
      {
        id: "default",
        name: "id.test",
        clientId: "akari",
        clientSecret: "s/e+c&r=e%t",
        scopes: ["openid", "email", "profile"],
      },
    ]);
    const plain = loadConfig({ ...client, ...addresses, OAUTH_NAME: "House" });
    expect(plain.oauthClients).toMatchObject([{ name: "House", issuer: null }]);
  });

  it.each([
    ["OAUTH_CLIENT_SECRET", { OAUTH_ISSUER: "https://id.test", OAUTH_CLIENT_ID: "akari" }],
    ["OAUTH_CLIENT_ID", { OAUTH_ISSUER: "https://id.test", OAUTH_CLIENT_SECRET: "secret" }],
    ["OAUTH_ISSUER", client],
    ["OAUTH_ISSUER", { OAUTH_NAME: "House" }],
    [
      "OAUTH_TOKEN_URL",
      {
        ...client,
        OAUTH_AUTHORIZE_URL: addresses.OAUTH_AUTHORIZE_URL,
        OAUTH_USERINFO_URL: addresses.OAUTH_USERINFO_URL,
      },
    ],
  ])("refuse to start without %s and name it", (name, environment) => {
    expect(() => loadConfig(environment)).toThrow(new RegExp(`${name} must be set`));
  });

  it("allow plain http on loopback only", () => {
    expect(
      loadConfig({ ...client, OAUTH_ISSUER: "http://127.0.0.1:4000" }).oauthClients,
    ).toHaveLength(1);
    expect(
      loadConfig({ ...client, OAUTH_ISSUER: "http://localhost:4000" }).oauthClients,
    ).toHaveLength(1);
    for (const issuer of ["http://id.test", "http://127.0.0.1.evil.test", "http://192.168.1.5"]) {
      expect(() => loadConfig({ ...client, OAUTH_ISSUER: issuer })).toThrow(
        /OAUTH_ISSUER must be an https URL/,
      );
    }
  });
});
