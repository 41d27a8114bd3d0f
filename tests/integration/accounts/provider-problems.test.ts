import { randomUUID } from "node:crypto";
import { generateSecret, UnsecuredJWT, type CryptoKey, type JWTPayload } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { loader as signIn } from "~/routes/account/sign-in";
import { runChecks } from "~/services/run-checks.server";
import { buildUser } from "../../factories/user";
import { startScriptedProvider, type Script } from "../../fakes/openid-provider/scripted";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient } from "../../support/server/api-client";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { startApp } from "./provider-support";

const database = await testDatabase();

type Change = (script: Script, issuer: string) => void;
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
const signed =
  (claims: JWTPayload, header: Record<string, unknown> = {}, key?: CryptoKey): Change =>
  (script) =>
    (script.token = ({ sign }) => sign({ ...claims, nonce: script.nonce }, header, key));
const secretKey = await generateSecret("HS256");
const unsigned: Change = (script, issuer) => {
  const token = new UnsecuredJWT({ nonce: script.nonce, iss: issuer, aud: "akari", sub: "spike" });
  script.token = () => Promise.resolve(token.setIssuedAt().setExpirationTime("5m").encode());
};
const lists =
  (listed: string[], change: Change): Change =>
  (script, issuer) => {
    script.description = { id_token_signing_alg_values_supported: listed };
    change(script, issuer);
  };
const claims =
  (userinfo: Record<string, unknown>): Change =>
  (script, issuer) => {
    signed({})(script, issuer);
    script.userinfo = { sub: "spike", ...userinfo };
  };

it.each<[string, string[], Change]>([
  ["signature", ["HS256", "RS256"], signed({}, { alg: "HS256" }, secretKey)],
  ["signature", ["HS256", "RS256"], lists(["RS256"], signed({}, { alg: "HS256" }, secretKey))],
  ["signature", ["HS256", "ES256"], lists(["HS256"], signed({}, { alg: "HS256" }, secretKey))],
  ["signature", ["none", "RS256"], unsigned],
  ["signature", ["none", "RS256"], lists(["none"], unsigned)],
  ["issuer", ["https://other.test", "http://127.0.0.1"], signed({ iss: "https://other.test" })],
  [
    "issuer",
    ["https://other.test", "OAUTH_ISSUER"],
    (script) => (script.description = { issuer: "https://other.test" }),
  ],
  ["clock", ["UTC", "NTP"], signed({ iat: minutesAgo(9), exp: minutesAgo(4) })],
  ["clock", ["UTC", "NTP"], signed({ nbf: minutesAgo(-4) })],
  ["no-email", ["nothing", "email"], claims({})],
  ["no-email", ["no valid address", "email"], claims({ email: "spike", email_verified: true })],
  ["unverified", ["nothing", "email_verified"], claims({ email: "EXISTING" })],
  ["unverified", ["false", "true"], claims({ email: "EXISTING", email_verified: false })],
])(
  "what a provider sends and this site does not take is named by the page, the response and the doctor: %s, %j",
  async (kind, words, change) => {
    const scripted = await startScriptedProvider({ clientId: "akari", nonce: "" });
    onTestFinished(() => scripted.stop());
    const environment = {
      PUBLIC_URL: "http://akari.test",
      OAUTH_ISSUER: scripted.issuer,
      OAUTH_CLIENT_ID: "akari",
      OAUTH_CLIENT_SECRET: "secret",
    };
    const setup = await startApp(database, environment);
    const existing = buildUser();
    await createApiClient(setup.origin).send("POST", "/api/auth/signup", existing);
    const fail = async (accept: string, useScript: Change) => {
      const button = await setup.browser.send(`${setup.app}/api/auth/oauth`, {
        method: "POST",
        headers: { accept },
      });
      const start = new URL(button.headers.get("location") ?? setup.app, setup.app);
      if (start.origin !== scripted.issuer) return button;
      scripted.script.nonce = start.searchParams.get("nonce") ?? "";
      useScript(scripted.script, scripted.issuer);
      const { userinfo } = scripted.script;
      scripted.script.userinfo = JSON.parse(
        JSON.stringify(userinfo).replace("EXISTING", existing.email),
      ) as unknown;
      const state = start.searchParams.get("state") ?? "";
      return setup.browser.send(`${setup.app}/api/auth/callback?code=x&state=${state}`, {
        headers: { accept },
      });
    };
    change(scripted.script, scripted.issuer);
    const response = (await (await fail("application/json", change)).json()) as { error: string };
    const location = (await fail("text/html", change)).headers.get("location") ?? "";
    expect(location).toBe(`/signin?error=${kind}`);
    const callPage = createPageCaller(database, environment);
    const page = await callPage(signIn, location);
    expect(page.error).toBe(response.error);
    for (const word of words) expect(page.error).toContain(word);
    expect(page.error).not.toContain(existing.email);
    const { accounts, shared } = createTestServices(environment, database);
    const checked = async () => {
      const findings = await runChecks({
        config: shared.config,
        keyring: () => accounts.keyring,
        encoders: () => Promise.reject(new Error("not of interest")),
        withDatabase: (check) => check(database),
      });
      return findings.find(({ check }) => check === "provider");
    };
    expect((await checked())?.message).toContain(response.error);

    scripted.script.description = {};
    await fail("text/html", claims({ email: `new-${randomUUID()}@akari.test` }));
    expect((await checked())?.message).not.toContain(response.error);
    expect((await callPage(signIn, "/signin?error=signature")).error).toBe(
      "The provider couldn’t confirm who you are. Try again.",
    );
  },
);
