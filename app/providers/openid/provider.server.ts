import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { isSafeProviderUrl, type OAuthSettings } from "~/config/oauth";
import { OperatorFetchError, type OperatorFetch } from "~/outbound/operator-fetch.server";
import { readClaims, type ProviderIdentity } from "./claims";
import { OpenIdError } from "./openid-error";

/** Where the provider is reached, from its own description or the operator's settings. */
export interface ProviderAddresses {
  /** As the provider spells it; null for one that is no OpenID provider. */
  issuer: string | null;
  authorize: URL;
  /** Whether the provider names itself in its answers to the browser (RFC 9207), so that one without the name is not its own. */
  namesItself: boolean;
}

/** A finished authorisation, as the browser brought it back. */
export interface Redemption {
  code: string;
  verifier: string;
  redirectUri: string;
}

/** The identity provider that people may sign in with. */
export interface OpenIdProvider {
  /** What the button says. */
  name: string;
  clientId: string;
  /** The origins that a sign-in form is sent on to, as far as they are known. */
  formTargets(): readonly string[];
  /** Asks the provider for its addresses when they are not known yet. Throws `OpenIdError`. */
  addresses(signal?: AbortSignal): Promise<ProviderAddresses>;
  /** Exchanges the code for tokens (RFC 6749 4.1.3), as the provider answered them. Throws `OpenIdError`. */
  requestTokens(redemption: Redemption, signal?: AbortSignal): Promise<TokenAnswer>;
  /** Whom the tokens are about, after every check that OpenID Connect asks for. Throws `OpenIdError`. */
  identify(tokens: TokenAnswer, nonce: string, signal?: AbortSignal): Promise<ProviderIdentity>;
}

const tokenSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  id_token: z.string().optional(),
});
export type TokenAnswer = z.output<typeof tokenSchema>;

const descriptionSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});

interface Known extends ProviderAddresses {
  token: URL;
  userinfo: URL | null;
  keys: JWTVerifyGetKey | null;
  secretInBody: boolean;
}

/** A provider's description is asked for again after this long. */
const DESCRIPTION_LIFETIME_MS = 60 * 60_000;

/** Signatures by the provider's own key. `none` and those by a shared secret prove nothing here. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** The client of one identity provider. Nothing is asked before somebody wants to sign in. */
export function createOpenIdProvider(
  settings: OAuthSettings,
  fetch: OperatorFetch,
  now: () => number = Date.now,
): OpenIdProvider {
  let known: { until: number; value: Known } | undefined;

  async function discover(issuer: URL, signal?: AbortSignal): Promise<Known> {
    const base = issuer.href.replace(/\/$/, "");
    const description = await askJson(
      new URL(`${base}/.well-known/openid-configuration`),
      descriptionSchema,
      { what: "its description", signal },
    );
    if (description.issuer.replace(/\/$/, "") !== base)
      throw new OpenIdError(
        "refused",
        `the provider at ${base} says that it is ${description.issuer}`,
      );
    const methods = description.token_endpoint_auth_methods_supported;
    return {
      issuer: description.issuer,
      authorize: settings.authorizeUrl ?? safe(description.authorization_endpoint),
      token: settings.tokenUrl ?? safe(description.token_endpoint),
      userinfo:
        settings.userinfoUrl ??
        (description.userinfo_endpoint === undefined ? null : safe(description.userinfo_endpoint)),
      keys: createRemoteJWKSet(safe(description.jwks_uri), { [customFetch]: fetchKeys }),
      namesItself: description.authorization_response_iss_parameter_supported,
      secretInBody:
        !methods.includes("client_secret_basic") && methods.includes("client_secret_post"),
    };
  }

  async function find(signal?: AbortSignal): Promise<Known> {
    if (known !== undefined && known.until > now()) return known.value;
    const { issuer, authorizeUrl, tokenUrl, userinfoUrl } = settings;
    if (issuer !== null)
      known = { until: now() + DESCRIPTION_LIFETIME_MS, value: await discover(issuer, signal) };
    else if (authorizeUrl !== null && tokenUrl !== null) {
      known = {
        until: Infinity,
        value: {
          issuer: null,
          authorize: authorizeUrl,
          token: tokenUrl,
          userinfo: userinfoUrl,
          keys: null,
          namesItself: false,
          secretInBody: false,
        },
      };
    } else throw new Error("A provider needs an issuer or addresses; the settings check this.");
    return known.value;
  }

  /** jose fetches the keys through this, so that they too come by the one way out, within its limits. */
  async function fetchKeys(
    url: string,
    { headers, signal }: { headers: Headers; signal: AbortSignal },
  ): Promise<Response> {
    const answer = await fetch(new URL(url), { headers: Object.fromEntries(headers), signal });
    return new Response(answer.text, { status: answer.status });
  }

  async function askJson<Schema extends z.ZodType>(
    url: URL,
    schema: Schema,
    {
      what,
      headers = {},
      form,
      signal,
    }: {
      what: string;
      headers?: Record<string, string>;
      form?: URLSearchParams;
      signal: AbortSignal | undefined;
    },
  ): Promise<z.output<Schema>> {
    const answer = await fetch(url, {
      headers: { accept: "application/json", ...headers },
      ...(form === undefined ? {} : { form }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((error: unknown) => {
      if (error instanceof OperatorFetchError)
        throw new OpenIdError(
          "unavailable",
          `the provider did not give ${what}: ${error.message}`,
          error,
        );
      throw error;
    });
    const body = parsed(answer.text);
    if (answer.status !== 200) {
      const kind =
        answer.status === 400 || answer.status === 401 || answer.status === 403
          ? "refused"
          : "unavailable";
      throw new OpenIdError(
        kind,
        `the provider did not give ${what}: status ${answer.status}${errorCode(body)}`,
      );
    }
    const read = schema.safeParse(body);
    if (!read.success)
      throw new OpenIdError(
        "unavailable",
        `the provider did not give ${what}: the answer is not what the standard describes`,
      );
    return read.data;
  }

  async function checkIdToken(
    token: string | undefined,
    nonce: string,
    { keys, issuer }: Known,
  ): Promise<Record<string, unknown> | null> {
    if (keys === null || issuer === null) return null;
    if (token === undefined) throw new OpenIdError("refused", "the provider gave no id_token");
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: settings.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ["sub", "exp", "iat"],
      clockTolerance: 60,
    }).catch((error: unknown) => {
      const isAboutKeys =
        error instanceof OperatorFetchError ||
        error instanceof errors.JWKSTimeout ||
        (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC");
      if (isAboutKeys)
        throw new OpenIdError("unavailable", "the provider did not give its keys", error);
      if (error instanceof errors.JOSEError)
        throw new OpenIdError("refused", `the id_token does not hold: ${error.code}`, error);
      throw error;
    });
    if (payload["nonce"] !== nonce)
      throw new OpenIdError("refused", "the id_token is of another sign-in");
    if (
      Array.isArray(payload.aud) &&
      payload.aud.length > 1 &&
      payload["azp"] !== settings.clientId
    )
      throw new OpenIdError("refused", "the id_token was made for another client");
    return payload;
  }

  return {
    name: settings.name,
    clientId: settings.clientId,
    formTargets() {
      if (known === undefined) find().catch(() => undefined);
      const origins = [known?.value.authorize, settings.authorizeUrl, settings.issuer].flatMap(
        (url) => (url === null || url === undefined ? [] : [url.origin]),
      );
      return [...new Set(origins)];
    },
    addresses: (signal) => find(signal),
    async requestTokens({ code, verifier, redirectUri }, signal) {
      const { token, secretInBody } = await find(signal);
      const form = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      if (secretInBody) {
        form.set("client_id", settings.clientId);
        form.set("client_secret", settings.clientSecret);
      }
      const headers: Record<string, string> = secretInBody
        ? {}
        : { authorization: basicCredentials(settings.clientId, settings.clientSecret) };
      return askJson(token, tokenSchema, { what: "tokens", headers, form, signal });
    },
    async identify(tokens, nonce, signal) {
      const provider = await find(signal);
      const proven = await checkIdToken(tokens.id_token, nonce, provider);
      const told =
        provider.userinfo === null
          ? {}
          : await askJson(provider.userinfo, z.record(z.string(), z.unknown()), {
              what: "the person's claims",
              headers: { authorization: `Bearer ${tokens.access_token}` },
              signal,
            });
      // The userinfo answer is unsigned and counts for the subject of the id_token only (OpenID Connect Core 5.3.2).
      if (proven !== null && provider.userinfo !== null && told["sub"] !== proven["sub"])
        throw new OpenIdError("refused", "the claims are about somebody else than the id_token");
      const claims = readClaims({ ...proven, ...told });
      if (claims === null)
        throw new OpenIdError("refused", "the provider does not say who the person is");
      return { ...claims, issuer: provider.issuer ?? provider.token.origin };
    },
  };
}

/** Identifier and secret as RFC 6749 2.3.1 wants them: each form-encoded before they are joined, so that reserved characters survive. */
export function basicCredentials(clientId: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString("base64")}`;
}

/** What a provider says of its own addresses has to meet the rule for the operator's. */
function safe(address: string): URL {
  const url = new URL(address);
  if (!isSafeProviderUrl(url))
    throw new OpenIdError(
      "refused",
      `the provider names an address without encryption: ${url.origin}`,
    );
  return url;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The standard's error code, if it looks like one. Descriptions may quote what we sent and stay out of the log. */
function errorCode(body: unknown): string {
  const code =
    typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : "";
}
