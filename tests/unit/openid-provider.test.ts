import { generateKeyPair, UnsecuredJWT } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createOpenIdProvider, type OpenIdProvider } from "~/providers/openid/provider.server";
import { startScriptedProvider, type Script } from "../fakes/openid-provider/scripted";

const NONCE = "the nonce of this sign-in";
const SECRET = "s/e+c:r&e%t =";
const CLIENT = {
  id: "default",
  name: "Fake",
  clientId: "akari",
  clientSecret: SECRET,
  scopes: ["openid"],
  trustsEmail: true,
};
const fake = await startScriptedProvider({ clientId: "akari", nonce: NONCE });
const usual = { ...fake.script };
afterAll(() => fake.stop());
beforeEach(() => {
  fake.script = { ...usual };
  fake.tokenRequests.length = 0;
});

function client({
  issuer = fake.issuer,
  timeoutMs = 5_000,
}: { issuer?: string; timeoutMs?: number } = {}): OpenIdProvider {
  const settings = {
    ...CLIENT,
    issuer: new URL(issuer),
    authorizeUrl: null,
    tokenUrl: null,
    userinfoUrl: null,
  };
  return createOpenIdProvider(settings, createOperatorFetch({ timeoutMs, maxBytes: 100_000 }));
}

const authorizationCode = {
  code: "a code",
  codeVerifier: "a verifier",
  redirectUri: "http://akari.test/api/auth/callback",
  nonce: NONCE,
};
async function signIn(provider = client()) {
  return provider.getIdentity(await provider.exchangeCode(authorizationCode));
}

describe("the client of an identity provider", () => {
  it("requests tokens as RFC 6749 says, with percent-encoded credentials", async () => {
    expect(await signIn()).toMatchObject({
      issuer: fake.issuer,
      subject: "spike",
      email: "spike@bebop.test",
      emailVerified: true,
      name: "Spike Spiegel",
    });
    const [request] = fake.tokenRequests;
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      grant_type: "authorization_code",
      code: "a code",
      redirect_uri: authorizationCode.redirectUri,
      code_verifier: "a verifier",
    });
    expect(request?.authorization).toMatch(/^Basic /);
    expect(Buffer.from(request?.authorization?.slice(6) ?? "", "base64").toString()).toBe(
      "akari:s%2Fe%2Bc%3Ar%26e%25t+%3D",
    );
  });

  it("sends the secret in the body where the provider supports nothing else", async () => {
    fake.script.description = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    await signIn();
    expect(fake.tokenRequests[0]?.authorization).toBeUndefined();
    expect(fake.tokenRequests[0]?.form.get("client_secret")).toBe(SECRET);
  });

  it("fetches the provider's metadata once", async () => {
    const provider = client();
    await signIn(provider);
    fake.script.description = { issuer: "https://evil.test" };
    await expect(signIn(provider)).resolves.toMatchObject({ subject: "spike" });
  });

  it.each<[string, Script["token"]]>([
    ["is not there", () => Promise.resolve(undefined)],
    [
      "is not signed",
      () =>
        Promise.resolve(
          new UnsecuredJWT({ nonce: NONCE })
            .setIssuer(fake.issuer)
            .setAudience("akari")
            .setSubject("spike")
            .setIssuedAt()
            .setExpirationTime("5m")
            .encode(),
        ),
    ],
    [
      "is signed by another key",
      async ({ sign }) => sign({}, {}, (await generateKeyPair("RS256")).privateKey),
    ],
    ["is of a key that the provider does not have", ({ sign }) => sign({}, { kid: "other" })],
    ["is for another client", ({ sign }) => sign({ aud: "other" })],
    [
      "is for several, made for another",
      ({ sign }) => sign({ aud: ["akari", "other"], azp: "other" }),
    ],
    ["is of another issuer", ({ sign }) => sign({ iss: "https://evil.test" })],
    ["is of another sign-in", ({ sign }) => sign({ nonce: "other" })],
    ["has no nonce", ({ sign }) => sign({ nonce: undefined })],
    ["is over", ({ sign }) => sign({ exp: Math.floor(Date.now() / 1000) - 61 })],
    ["has no end", ({ sign }) => sign({ exp: undefined })],
    ["has no subject", ({ sign }) => sign({ sub: undefined })],
    ["is no token", () => Promise.resolve("not.a.token")],
  ])("OAUTH-S07 rejects an id_token that %s", async (_, token) => {
    fake.script.token = token;
    await expect(signIn()).rejects.toMatchObject({ name: "OpenIdError", kind: "refused" });
  });

  it("OAUTH-S07 accepts several audiences when the token was made for us", async () => {
    fake.script.token = ({ sign }) => sign({ aud: ["akari", "other"], azp: "akari" });
    await expect(signIn()).resolves.toMatchObject({ subject: "spike" });
  });

  it.each([{ sub: "vicious", email: "x@y.test" }, { sub: 5 }, {}])(
    "rejects claims about another subject: %j",
    async (userinfo) => {
      fake.script.userinfo = userinfo;
      await expect(signIn()).rejects.toMatchObject({ kind: "refused" });
    },
  );

  it.each<[string, Script["token"], string]>([
    ["an error", { status: 500, body: "{}" }, "unavailable"],
    ["no JSON", { status: 200, body: "<html>" }, "unavailable"],
    ["JSON without a token", { status: 200, body: "{}" }, "unavailable"],
    ["too large a response", { status: 200, body: "x".repeat(100_001) }, "unavailable"],
    ["a redirect", { status: 302, body: "" }, "unavailable"],
    [
      "a refusal",
      {
        status: 400,
        body: '{"error":"invalid_grant","error_description":"the code a code is used up"}',
      },
      "refused",
    ],
  ])(
    "OAUTH-S16 OAUTH-S17 fails cleanly on %s instead of tokens, without secrets in the message",
    async (_, token, kind) => {
      fake.script.token = token;
      const error = await signIn().catch((thrown: unknown) => thrown as Error);
      expect(error).toMatchObject({ name: "OpenIdError", kind });
      for (const secret of ["a code", "a verifier", SECRET])
        expect(String((error as Error).message)).not.toContain(secret);
    },
  );

  it.each([
    ["depth", `${"[".repeat(31)}${"]".repeat(31)}`, `${"[".repeat(32)}${"]".repeat(32)}`],
    ["values", `[${"0,".repeat(9_996)}0]`, `[${"0,".repeat(9_997)}0]`],
  ])("limits the %s of a response's JSON", async (_, within, beyond) => {
    fake.script.userinfo = `{"sub":"spike","extra":${within}}`;
    await expect(signIn()).resolves.toMatchObject({ subject: "spike" });
    fake.script.userinfo = `{"sub":"spike","extra":${beyond}}`;
    await expect(signIn()).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("OAUTH-S16 times out on a silent provider", async () => {
    fake.script.token = "hang";
    await expect(signIn(client({ timeoutMs: 200 }))).rejects.toMatchObject({ kind: "unavailable" });
    const provider = client();
    await provider.getMetadata();
    await expect(
      provider.exchangeCode(authorizationCode, AbortSignal.timeout(50)),
    ).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("rejects a provider with another issuer, or with an unencrypted URL", async () => {
    fake.script.description = { issuer: "https://evil.test" };
    await expect(client().getMetadata()).rejects.toMatchObject({ kind: "refused" });
    fake.script.description = { token_endpoint: "http://id.test/token" };
    await expect(client().getMetadata()).rejects.toMatchObject({ kind: "refused" });
  });

  it("renews tokens, without any of its secrets in a message", async () => {
    expect(await client().refreshTokens("a refresh token")).toMatchObject({
      access_token: "an access token",
    });
    const [request] = fake.tokenRequests;
    expect(request?.authorization).toMatch(/^Basic /);
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      grant_type: "refresh_token",
      refresh_token: "a refresh token",
    });
    for (const [status, body, kind] of [
      [
        400,
        '{"error":"invalid_grant","error_description":"a refresh token is used up"}',
        "refused",
      ],
      [503, "{}", "unavailable"],
      [200, "{}", "unavailable"],
    ] as const) {
      fake.script.token = { status, body };
      const error = await client()
        .refreshTokens("a refresh token")
        .catch((thrown: unknown) => thrown as Error);
      expect(error).toMatchObject({ name: "OpenIdError", kind });
      for (const secret of ["a refresh token", SECRET])
        expect(String((error as Error).message)).not.toContain(secret);
    }
  });

  it("lists the form-action origins, as far as they are known", async () => {
    fake.script.description = { authorization_endpoint: "https://login.test/authorize" };
    const provider = client();
    expect(provider.formTargets()).toEqual([fake.issuer]);
    await provider.getMetadata();
    expect(provider.formTargets()).toEqual(["https://login.test", fake.issuer]);
  });

  it("works with URLs alone, identifying users by the token endpoint's origin", async () => {
    const settings = {
      ...CLIENT,
      issuer: null,
      authorizeUrl: new URL(`${fake.issuer}/authorize`),
      tokenUrl: new URL(`${fake.issuer}/token`),
      userinfoUrl: new URL(`${fake.issuer}/userinfo`),
    };
    const provider = createOpenIdProvider(
      settings,
      createOperatorFetch({ timeoutMs: 5_000, maxBytes: 100_000 }),
    );
    expect(await signIn(provider)).toMatchObject({
      issuer: fake.issuer,
      subject: "spike",
      email: "spike@bebop.test",
    });
  });
});
