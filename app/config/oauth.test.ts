import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
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

/** The settings of a provider with an id, with others in place of the usual ones. */
const named = (id: string, settings: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({
      ISSUER: `https://${id}.test`,
      CLIENT_ID: `akari at ${id}`,
      CLIENT_SECRET: "s/e+c&r=e%t",
      ...settings,
    }).map(([name, value]) => [`OAUTH_${id.toUpperCase()}_${name}`, value]),
  );
const both = { OAUTH_PROVIDERS: "google, home", ...named("google"), ...named("home") };
const unnamed = { ...client, OAUTH_ISSUER: "https://id.test" };

describe("the settings of several providers", () => {
  it("make one each in the order of the list, after the one without an id", () => {
    const { oauthClients } = loadConfig({ ...both, ...unnamed, OAUTH_PROVIDERS: "home,google" });
    expect(oauthClients.map(({ id, name, clientId }) => [id, name, clientId])).toEqual([
      ["default", "id.test", "akari"],
      ["home", "home.test", "akari at home"],
      ["google", "google.test", "akari at google"],
    ]);
    expect(loadConfig(both).oauthClients.map(({ id }) => id)).toEqual(["google", "home"]);
  });

  it("are all those that the one without an id has", () => {
    const environment = {
      OAUTH_PROVIDERS: "g1",
      ...named("g1", { ISSUER: "", NAME: "House", TRUST_EMAIL: "no" }),
      OAUTH_G1_AUTHORIZE_URL: addresses.OAUTH_AUTHORIZE_URL,
      OAUTH_G1_TOKEN_URL: addresses.OAUTH_TOKEN_URL,
      OAUTH_G1_USERINFO_URL: addresses.OAUTH_USERINFO_URL,
    };
    const [only] = loadConfig(environment).oauthClients;
    expect(only).toMatchObject({ name: "House", issuer: null, trustsEmail: false });
    expect(only?.userinfoUrl?.href).toBe(addresses.OAUTH_USERINFO_URL);
    const trusting = { ...named("g1", { TRUST_EMAIL: "yes" }), OAUTH_PROVIDERS: "g1" };
    expect(loadConfig(trusting).oauthClients[0]?.trustsEmail).toBe(true);
    expect(loadConfig({ ...unnamed, OAUTH_TRUST_EMAIL: "no" }).oauthClients).toMatchObject([
      { trustsEmail: false },
    ]);
  });

  it("take the client's secret from a file", () => {
    const folder = mkdtempSync(join(tmpdir(), "akari-secret-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "secret");
    writeFileSync(file, "from a file\n");
    const { OAUTH_HOME_CLIENT_SECRET: _, ...rest } = both as Record<string, string>;
    const inFile = { ...rest, OAUTH_HOME_CLIENT_SECRET_FILE: file };
    expect(loadConfig(inFile).oauthClients[1]?.clientSecret).toBe("from a file");
    expect(() => loadConfig({ ...both, OAUTH_HOME_CLIENT_SECRET_FILE: file })).toThrow(
      /OAUTH_HOME_CLIENT_SECRET_FILE and OAUTH_HOME_CLIENT_SECRET must not both be set/,
    );
  });

  it("allow an id of twenty letters and digits", () => {
    const id = "a".repeat(19);
    for (const listed of [`${id}1`, "a"])
      expect(loadConfig({ OAUTH_PROVIDERS: listed, ...named(listed) }).oauthClients).toHaveLength(
        1,
      );
  });

  it.each<[RegExp, Record<string, string>]>([
    [/OAUTH_X_ISSUER is of a provider that OAUTH_PROVIDERS does not list/, named("x")],
    [/OAUTH_X_NAME is of a provider/, { ...both, OAUTH_X_NAME: "X" }],
    [/OAUTH_X_CLIENT_SECRET_FILE is of a provider/, { OAUTH_X_CLIENT_SECRET_FILE: "/secret" }],
    [/OAUTH_MY_HOME_ISSUER is of a provider/, { ...both, OAUTH_MY_HOME_ISSUER: "https://a.test" }],
    [/OAUTH_google_ISSUER is of a provider/, { ...both, OAUTH_google_ISSUER: "https://a.test" }],
    [/OAUTH_HOME_ISUER is no setting/, { ...both, OAUTH_HOME_ISUER: "https://a.test" }],
    [/OAUTH_HOME_CLIENT_ID must be set/, { ...both, OAUTH_HOME_CLIENT_ID: "" }],
    [/OAUTH_HOME_CLIENT_SECRET must be set/, { ...both, OAUTH_HOME_CLIENT_SECRET: "" }],
    [/OAUTH_HOME_ISSUER must be set/, { ...both, OAUTH_HOME_ISSUER: "" }],
    [/OAUTH_EMPTY_ISSUER must be set/, { OAUTH_PROVIDERS: "empty" }],
    [/OAUTH_HOME_ISSUER must be an https URL/, { ...both, OAUTH_HOME_ISSUER: "http://home.test" }],
    [/OAUTH_HOME_TRUST_EMAIL must be yes or no/, { ...both, OAUTH_HOME_TRUST_EMAIL: "maybe" }],
    [/OAUTH_HOME_NAME may have/, { ...both, OAUTH_HOME_NAME: "n".repeat(61) }],
    [/OAUTH_PROVIDERS has "home" twice/, { ...both, OAUTH_PROVIDERS: "home,google,home" }],
    [/OAUTH_PROVIDERS has "default"/, { OAUTH_PROVIDERS: "default", ...unnamed }],
    [/OAUTH_PROVIDERS has "Home"/, { ...both, OAUTH_PROVIDERS: "Home" }],
    [/OAUTH_PROVIDERS has "my home"/, { ...both, OAUTH_PROVIDERS: "google,home,my home" }],
    [/OAUTH_PROVIDERS has "1st"/, { OAUTH_PROVIDERS: "1st", ...named("1st") }],
    [/OAUTH_PROVIDERS has "a{21}"/, { OAUTH_PROVIDERS: "a".repeat(21), ...named("a".repeat(21)) }],
    [
      /OAUTH_HOME_ISSUER is of the same provider as OAUTH_GOOGLE_ISSUER/,
      { ...both, OAUTH_HOME_ISSUER: "https://google.test/" },
    ],
    [
      /OAUTH_HOME_TOKEN_URL is of the same provider as OAUTH_ISSUER/,
      {
        OAUTH_PROVIDERS: "home",
        ...unnamed,
        ...named("home", { ISSUER: "" }),
        OAUTH_HOME_AUTHORIZE_URL: addresses.OAUTH_AUTHORIZE_URL,
        OAUTH_HOME_TOKEN_URL: addresses.OAUTH_TOKEN_URL,
        OAUTH_HOME_USERINFO_URL: addresses.OAUTH_USERINFO_URL,
      },
    ],
  ])("end the start with %s", (message, environment) => {
    expect(() => loadConfig(environment)).toThrow(message);
  });

  it("leave variables of others alone", () => {
    expect(loadConfig({ OAUTH_TOKEN: "of a tool", OAUTH_HOME: "/root" }).oauthClients).toEqual([]);
  });
});

describe("PASSWORDS", () => {
  it("are on, and off only beside a provider", () => {
    expect(loadConfig({}).passwords).toBe(true);
    expect(loadConfig({ PASSWORDS: "on" }).passwords).toBe(true);
    expect(loadConfig({ ...both, PASSWORDS: "off" }).passwords).toBe(false);
    expect(() => loadConfig({ PASSWORDS: "off" })).toThrow(/PASSWORDS is off, which needs a/);
    expect(() => loadConfig({ ...both, PASSWORDS: "no" })).toThrow(/PASSWORDS must be on or off/);
  });
});
