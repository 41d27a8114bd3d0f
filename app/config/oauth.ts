/** This site as a client of one of possibly several OAuth 2.0 or OpenID Connect providers. */
export interface OAuthClient {
  /** Names the provider among the configured ones, in the cookies of a pending sign-in. */
  id: string;
  /** The provider's name on the button. */
  name: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  /** Endpoints are discovered here; null when only the URLs below are set. */
  issuer: URL | null;
  authorizeUrl: URL | null;
  tokenUrl: URL | null;
  userinfoUrl: URL | null;
}

export interface OAuthVariables {
  OAUTH_ISSUER?: URL | undefined;
  OAUTH_AUTHORIZE_URL?: URL | undefined;
  OAUTH_TOKEN_URL?: URL | undefined;
  OAUTH_USERINFO_URL?: URL | undefined;
  OAUTH_CLIENT_ID?: string | undefined;
  OAUTH_CLIENT_SECRET?: string | undefined;
  OAUTH_NAME?: string | undefined;
}

const DEFAULT_ID = "default";
const SCOPES = ["openid", "email", "profile"];
const URL_VARIABLES = ["OAUTH_AUTHORIZE_URL", "OAUTH_TOKEN_URL", "OAUTH_USERINFO_URL"] as const;

/** None when all or none are set. */
export function missingOAuthVariables(values: OAuthVariables): (keyof OAuthVariables)[] {
  if (Object.values(values).every((value) => value === undefined)) return [];
  const required: (keyof OAuthVariables)[] = ["OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET"];
  if (values.OAUTH_ISSUER === undefined)
    required.push(
      ...(URL_VARIABLES.some((name) => values[name] !== undefined)
        ? URL_VARIABLES
        : (["OAUTH_ISSUER"] as const)),
    );
  return required.filter((name) => values[name] === undefined);
}

/** Lists the clients; none without a provider. */
export function oauthClients(values: OAuthVariables): OAuthClient[] {
  const { OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret } = values;
  const home = values.OAUTH_ISSUER ?? values.OAUTH_AUTHORIZE_URL;
  if (clientId === undefined || clientSecret === undefined || home === undefined) return [];
  return [
    {
      id: DEFAULT_ID,
      name: values.OAUTH_NAME ?? home.hostname,
      clientId,
      clientSecret,
      scopes: SCOPES,
      issuer: values.OAUTH_ISSUER ?? null,
      authorizeUrl: values.OAUTH_AUTHORIZE_URL ?? null,
      tokenUrl: values.OAUTH_TOKEN_URL ?? null,
      userinfoUrl: values.OAUTH_USERINFO_URL ?? null,
    },
  ];
}

/** HTTPS, or HTTP on the loopback interface. */
export function isSafeProviderUrl(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
