/** The identity provider that people may sign in with, as the operator described it. */
export interface OAuthSettings {
  /** What the button says. */
  name: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider describes itself (OpenID Connect Discovery), or null when the addresses below are all that is known. */
  issuer: URL | null;
  /** Addresses that the operator named; with an issuer they take precedence over what it says. */
  authorizeUrl: URL | null;
  tokenUrl: URL | null;
  userinfoUrl: URL | null;
}

/** The variables as they were read. */
export interface OAuthVariables {
  OAUTH_ISSUER?: URL | undefined;
  OAUTH_AUTHORIZE_URL?: URL | undefined;
  OAUTH_TOKEN_URL?: URL | undefined;
  OAUTH_USERINFO_URL?: URL | undefined;
  OAUTH_CLIENT_ID?: string | undefined;
  OAUTH_CLIENT_SECRET?: string | undefined;
  OAUTH_NAME?: string | undefined;
}

const ADDRESSES = ["OAUTH_AUTHORIZE_URL", "OAUTH_TOKEN_URL", "OAUTH_USERINFO_URL"] as const;

/** The variables that are missing beside those that are set; none when all or none are. */
export function missingOAuthVariables(values: OAuthVariables): (keyof OAuthVariables)[] {
  if (Object.values(values).every((value) => value === undefined)) return [];
  const needed: (keyof OAuthVariables)[] = ["OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET"];
  // Addresses by hand come as three; with none of them the issuer has to be there.
  if (values.OAUTH_ISSUER === undefined)
    needed.push(
      ...(ADDRESSES.some((name) => values[name] !== undefined)
        ? ADDRESSES
        : (["OAUTH_ISSUER"] as const)),
    );
  return needed.filter((name) => values[name] === undefined);
}

/** The settings of complete variables, or null when there is no provider. */
export function oauthSettings(values: OAuthVariables): OAuthSettings | null {
  const { OAUTH_CLIENT_ID: clientId, OAUTH_CLIENT_SECRET: clientSecret } = values;
  const home = values.OAUTH_ISSUER ?? values.OAUTH_AUTHORIZE_URL;
  if (clientId === undefined || clientSecret === undefined || home === undefined) return null;
  return {
    name: values.OAUTH_NAME ?? home.hostname,
    clientId,
    clientSecret,
    issuer: values.OAUTH_ISSUER ?? null,
    authorizeUrl: values.OAUTH_AUTHORIZE_URL ?? null,
    tokenUrl: values.OAUTH_TOKEN_URL ?? null,
    userinfoUrl: values.OAUTH_USERINFO_URL ?? null,
  };
}

/** Whether a provider may be spoken to at this address: encrypted, or without leaving this machine. */
export function isSafeProviderUrl(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Whether a URL's host is this machine, whoever says it. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
