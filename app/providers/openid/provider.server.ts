import * as oauth from "oauth4webapi";
import { isSafeProviderUrl, withoutSlash, type OAuthClient } from "~/config/oauth";
import { ServiceFetchError, type ServiceFetch } from "~/outbound/service-fetch";
import { createJsonScanner } from "~/parsing/json-scanner";
import { parseUrl } from "~/parsing/parse-url";
import { parseClaims, type ProviderIdentity } from "./claims";
import { errorCode, OpenIdError, withOpenIdErrors } from "./openid-error";

/** Metadata that was discovered, or comes from the operator's settings. */
export interface ProviderMetadata {
  /** The server's metadata. Its issuer is the token endpoint's origin if the settings name none. */
  server: oauth.AuthorizationServer;
  /** Whether it is OpenID Connect; false for OAuth 2.0, where only userinfo identifies users. */
  isOpenId: boolean;
  authorizationEndpoint: URL;
  tokenEndpoint: URL;
}

export interface AuthorizationCode {
  code: string;
  codeVerifier: string;
  redirectUri: string;
  /** The ID token repeats it. */
  nonce: string;
}

export interface OpenIdProvider {
  client: OAuthClient;
  /** Origins of the provider's forms, which are empty until it is discovered. */
  formTargets(): readonly string[];
  getMetadata(signal?: AbortSignal): Promise<ProviderMetadata>;
  /** The callback's issuer (RFC 9207) and error. */
  checkCallback(parameters: URLSearchParams, signal?: AbortSignal): Promise<void>;
  /** Verifies the ID token (OpenID Connect Core 3.1.3.7). */
  exchangeCode(code: AuthorizationCode, signal?: AbortSignal): Promise<oauth.TokenEndpointResponse>;
  /** Renews tokens; `refused` when the user has to connect the account again. */
  refreshTokens(refreshToken: string, signal?: AbortSignal): Promise<oauth.TokenEndpointResponse>;
  getIdentity(tokens: oauth.TokenEndpointResponse, signal?: AbortSignal): Promise<ProviderIdentity>;
}

const METADATA_TTL_MS = 60 * 60_000;
const CLOCK_TOLERANCE_SECONDS = 60;
/** A few hundred values. */
const JSON_LIMITS = { maxDepth: 32, maxValues: 10_000 };

/** Discovers on first use. All methods throw `OpenIdError`. */
export function createOpenIdProvider(
  client: OAuthClient,
  operatorFetch: ServiceFetch,
  now: () => number = () => performance.now(),
): OpenIdProvider {
  const registration: oauth.Client = {
    client_id: client.clientId,
    [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  };
  const customFetch = toFetch(operatorFetch);
  const requestOptions = (signal?: AbortSignal) => ({
    [oauth.customFetch]: customFetch,
    // Loopback only; `toMetadata` rejects others.
    [oauth.allowInsecureRequests]: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const metadata = createMetadataSource(client, requestOptions, now);

  async function verifyIdToken(
    { server }: ProviderMetadata,
    response: Response,
    nonce: string,
    signal?: AbortSignal,
  ): Promise<oauth.TokenEndpointResponse> {
    const tokens = await oauth
      .processAuthorizationCodeResponse(server, registration, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      .catch((error: unknown) => {
        throw new OpenIdError("refused", `the id_token is not valid: ${errorCode(error)}`, error);
      });
    await withOpenIdErrors("the keys of its signature", () =>
      oauth.validateApplicationLevelSignature(server, response, requestOptions(signal)),
    );
    return tokens;
  }

  return {
    client,
    formTargets() {
      const known = metadata.lastRead();
      if (known === null) metadata.readSoon();
      const { authorizeUrl, issuer } = client;
      const urls = [known?.authorizationEndpoint, authorizeUrl, issuer];
      return [...new Set(urls.flatMap((url) => url?.origin ?? []))];
    },
    getMetadata: metadata.get,
    async checkCallback(parameters, signal) {
      const { server, isOpenId } = await metadata.get(signal);
      const checked = new URLSearchParams(parameters);
      if (!isOpenId) checked.delete("iss");
      try {
        // The state was compared with the cookie.
        oauth.validateAuthResponse(server, registration, checked, oauth.skipStateCheck);
      } catch (error) {
        throw invalidCallback(error);
      }
    },
    async exchangeCode({ code, codeVerifier, redirectUri, nonce }, signal) {
      const read = await metadata.get(signal);
      const { server, isOpenId } = read;
      const response = await withOpenIdErrors("tokens", () =>
        oauth.genericTokenEndpointRequest(
          server,
          registration,
          clientAuthentication(server, client.clientSecret),
          "authorization_code",
          { code, redirect_uri: redirectUri, code_verifier: codeVerifier },
          requestOptions(signal),
        ),
      );
      const tokens = await withOpenIdErrors(
        "tokens",
        async () => {
          const plain = await withoutIdToken(response.clone());
          return oauth.processGenericTokenEndpointResponse(server, registration, plain);
        },
        "unavailable",
      );
      const verified = () => verifyIdToken(read, response, nonce, signal);
      return isOpenId ? verified().catch(metadata.failAndForget) : tokens;
    },
    async refreshTokens(refreshToken, signal) {
      const { server } = await metadata.get(signal);
      const work = async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          registration,
          clientAuthentication(server, client.clientSecret),
          refreshToken,
          requestOptions(signal),
        );
        // The user's identity was verified when the account was connected.
        const plain = await withoutIdToken(response);
        return oauth.processRefreshTokenResponse(server, registration, plain);
      };
      return withOpenIdErrors("renewed tokens", work, "unavailable");
    },
    async getIdentity(tokens, signal) {
      const { server } = await metadata.get(signal);
      const idToken = oauth.getValidatedIdTokenClaims(tokens);
      const userInfo =
        server.userinfo_endpoint === undefined
          ? {}
          : await withOpenIdErrors("the user's claims", async () =>
              oauth.processUserInfoResponse(
                server,
                registration,
                idToken?.sub ?? oauth.skipSubjectCheck,
                await oauth.userInfoRequest(
                  server,
                  registration,
                  tokens.access_token,
                  requestOptions(signal),
                ),
              ),
            );
      const claims = parseClaims({ ...idToken, ...userInfo });
      if (claims === null) throw new OpenIdError("refused", "the provider names no subject");
      const emailVerified = claims.emailVerified && client.trustsEmail;
      return { ...claims, emailVerified, trustsEmail: client.trustsEmail, issuer: server.issuer };
    },
  };
}

type RequestOptions = (signal?: AbortSignal) => oauth.DiscoveryRequestOptions;

/** Reads the provider's metadata, again when they are old. */
function createMetadataSource(
  client: OAuthClient,
  requestOptions: RequestOptions,
  now: () => number,
) {
  let cached: { expires: number; metadata: ProviderMetadata } | undefined;

  async function get(signal?: AbortSignal): Promise<ProviderMetadata> {
    if (cached !== undefined && cached.expires > now()) return cached.metadata;
    const { issuer, tokenUrl } = client;
    const server =
      issuer === null ? { issuer: tokenUrl?.origin ?? "" } : await discover(issuer, signal);
    const metadata = toMetadata(server, client);
    cached = { expires: now() + METADATA_TTL_MS, metadata };
    return metadata;
  }

  function discover(issuer: URL, signal?: AbortSignal): Promise<oauth.AuthorizationServer> {
    return withOpenIdErrors("its metadata", async () => {
      const response = await oauth.discoveryRequest(issuer, requestOptions(signal));
      if (response.status !== 200) return oauth.processDiscoveryResponse(issuer, response);
      const { issuer: named } = (await response.clone().json()) as { issuer?: unknown };
      // Operators copy issuers with and without it.
      const same = typeof named === "string" && withoutSlash(named) === withoutSlash(issuer.href);
      return oauth.processDiscoveryResponse(same ? new URL(named) : issuer, response);
    });
  }

  /** Throws the error, and fetches again next time: the operator may be mending the metadata. */
  const failAndForget = (error: unknown): never => {
    cached = undefined;
    throw error;
  };
  let isReading = false;
  /** Reads for later, one at a time: every page with a form asks, also while nothing responds. */
  function readSoon(): void {
    if (isReading) return;
    isReading = true;
    const done = () => void (isReading = false);
    get().then(done, done);
  }
  return { get, readSoon, failAndForget, lastRead: () => cached?.metadata ?? null };
}

/** The operator's endpoints take precedence. Throws `OpenIdError` for missing or unsafe ones. */
function toMetadata(
  discovered: oauth.AuthorizationServer,
  { issuer, authorizeUrl, tokenUrl, userinfoUrl }: OAuthClient,
): ProviderMetadata {
  const isOpenId = issuer !== null;
  const authorizationEndpoint = requireSafeUrl(authorizeUrl ?? discovered.authorization_endpoint);
  const tokenEndpoint = requireSafeUrl(tokenUrl ?? discovered.token_endpoint);
  const userInfo = userinfoUrl ?? discovered.userinfo_endpoint;
  const server: oauth.AuthorizationServer = {
    ...discovered,
    authorization_endpoint: authorizationEndpoint.href,
    token_endpoint: tokenEndpoint.href,
    ...(userInfo === undefined ? {} : { userinfo_endpoint: requireSafeUrl(userInfo).href }),
    ...(isOpenId ? { jwks_uri: requireSafeUrl(discovered.jwks_uri).href } : {}),
  };
  return { server, isOpenId, authorizationEndpoint, tokenEndpoint };
}

function requireSafeUrl(value: string | URL | undefined): URL {
  const url = value === undefined ? null : parseUrl(value);
  if (url === null)
    throw new OpenIdError("unavailable", "the provider's metadata lacks an endpoint");
  if (isSafeProviderUrl(url)) return url;
  throw new OpenIdError("refused", `the provider has an endpoint without HTTPS: ${url.origin}`);
}

/** The issuer of a callback is whatever the browser was sent with, so the operator is not asked. */
function invalidCallback(error: unknown): OpenIdError {
  const isCancelled =
    error instanceof oauth.AuthorizationResponseError && error.error === "access_denied";
  return new OpenIdError(
    isCancelled ? "cancelled" : "refused",
    `the callback is not valid: ${errorCode(error)}`,
    error,
  );
}

function clientAuthentication(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_post") && !methods.includes("client_secret_basic")
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret);
}

/** An OAuth 2.0 provider's, whose issuer is not configured. */
async function withoutIdToken(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const tokens = (await response.json()) as object;
  return Response.json({ ...tokens, id_token: undefined });
}

function toFetch(operatorFetch: ServiceFetch) {
  return async (
    url: string,
    { headers, body, signal }: oauth.CustomFetchOptions<string, unknown>,
  ): Promise<Response> => {
    const response = await operatorFetch(new URL(url), {
      headers,
      ...(body instanceof URLSearchParams ? { body } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    requireSmallJson(response.text);
    // A 204 allows not even an empty body.
    return new Response(response.text === "" ? null : response.text, {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** The library parses without limits. */
function requireSmallJson(text: string): void {
  try {
    createJsonScanner(JSON_LIMITS).push(text);
  } catch (error) {
    throw new ServiceFetchError("too-large", "the response's JSON exceeds the limits", error);
  }
}
