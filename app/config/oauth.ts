/** This site as a client of one of possibly several OAuth 2.0 or OpenID Connect providers. */
export interface OAuthClient {
  /** Names the provider among the configured ones, in forms and in the cookies of a sign-in. */
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
  /** Whether an address that the provider calls verified proves that it is the user's. */
  trustsEmail: boolean;
}

/** The id of the provider whose settings have none in their names. */
export const DEFAULT_PROVIDER = "default";

/** What the provider's identities are stored by, without the slash that issuers may end with. */
export function identityIssuer({
  issuer,
  tokenUrl,
}: Pick<OAuthClient, "issuer" | "tokenUrl">): string {
  return withoutSlash(issuer?.href ?? tokenUrl?.origin ?? "");
}

/** Tells whether a stored identity of `issuer` is one of the client's provider. */
export function isOfProvider(client: OAuthClient, issuer: string): boolean {
  return withoutSlash(issuer) === identityIssuer(client);
}

/** Operators and providers write issuers with and without it. */
export function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

/** HTTPS, or HTTP on the loopback interface. */
export function isSafeProviderUrl(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
