import { createHash } from "node:crypto";
import { OAuth2Tokens } from "arctic";
import { OAuth2RequestError, OAuth2Strategy } from "remix-auth-oauth2";
import { isLoopback } from "~/config/oauth";
import { OpenIdError } from "~/providers/openid/openid-error";
import type {
  OpenIdProvider,
  ProviderAddresses,
  TokenAnswer,
} from "~/providers/openid/provider.server";
import type { ProviderIdentity } from "~/providers/openid/claims";
import type { RequestScope } from "~/http/context";
import type { ProviderSignInFailure } from "./provider-sign-in-failure";
import { safeRedirectPath } from "~/http/request/safe-redirect";

/** All that is asked of the provider while the person waits, in milliseconds; the answer has to be there within ten seconds. */
const DEADLINE_MS = 9_000;
/** Time for typing a password and a second factor at the provider. */
const COOKIE_SECONDS = 15 * 60;
/** The path to come back to travels in `state`, which providers keep short. */
const LONGEST_RETURN_PATH = 512;

/** Sign-ins that one browser may have under way, in as many tabs. */
const MOST_PENDING = 6;

const SCOPES = ["openid", "email", "profile"];

/** What came of a callback. `cookies` removes the traces of this sign-in, whatever came of it. */
export type FinishedProviderSignIn = { cookies: string[] } & (
  | { kind: "identified"; identity: ProviderIdentity; returnTo: string }
  | { kind: "failed"; failure: ProviderSignInFailure; reason: string; returnTo: string }
);

/** What came of a start: the browser's way to the provider, or why there is none. */
export type StartedProviderSignIn =
  | { kind: "started"; response: Response }
  | { kind: "failed"; failure: ProviderSignInFailure; reason: string };

/** Sends the browser to the provider, bound to this sign-in by a cookie. */
export async function startProviderSignIn(
  request: Request,
  scope: RequestScope,
  provider: OpenIdProvider,
  returnTo: string,
): Promise<StartedProviderSignIn> {
  if (!isOwnAddress(scope))
    return {
      kind: "failed",
      failure: "elsewhere",
      reason: "PUBLIC_URL is not set, and the Host of the request is none of this machine",
    };
  const url = new URL(request.url);
  url.search = "";
  try {
    const addresses = await provider.addresses(AbortSignal.timeout(DEADLINE_MS));
    const started = await new ProviderStrategy({ scope, provider, addresses, returnTo })
      .authenticate(new Request(url))
      .catch((thrown: unknown) => thrown);
    if (!(started instanceof Response)) throw started;
    started.headers.set("cache-control", "private, no-store");
    for (const cookie of abandonedCookies(request, scope))
      started.headers.append("set-cookie", cookie);
    return { kind: "started", response: started };
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    return { kind: "failed", failure: "unavailable", reason: error.message };
  }
}

/** Takes the browser's way back: the same browser, the same sign-in, the same provider, and a person it vouches for. Never throws for what a visitor sent. */
export async function finishProviderSignIn(
  request: Request,
  scope: RequestScope,
  provider: OpenIdProvider,
): Promise<FinishedProviderSignIn> {
  const { searchParams } = new URL(request.url);
  const state = searchParams.get("state") ?? "";
  const cookies = state === "" ? [] : clearedCookies(request, scope, state);
  const failed = (failure: ProviderSignInFailure, reason: string): FinishedProviderSignIn => ({
    kind: "failed",
    failure,
    reason,
    cookies,
    returnTo: cookies.length === 0 ? "/" : returnPathOf(state),
  });
  // Without a cookie of this state it is somebody else's callback; the provider is not even asked.
  if (state === "" || cookies.length === 0)
    return failed("expired", "no such sign-in in this browser");
  // Browsers forget the cookie by then; one that was copied out of a browser is no longer of use either.
  if (ageOf(state) > COOKIE_SECONDS) return failed("expired", "the sign-in began too long ago");
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const addresses = await provider.addresses(signal);
    const named = searchParams.get("iss");
    if (
      addresses.issuer !== null &&
      (named === null ? addresses.namesItself : named !== addresses.issuer)
    )
      return failed("refused", "the callback is of another issuer");
    const identity = await new ProviderStrategy({
      scope,
      provider,
      addresses,
      returnTo: "/",
      signal,
    }).authenticate(request);
    return { kind: "identified", identity, returnTo: returnPathOf(state), cookies };
  } catch (error) {
    if (error instanceof OpenIdError) return failed(error.kind, error.message);
    if (error instanceof OAuth2RequestError)
      return failed(
        error.code === "access_denied" ? "cancelled" : "refused",
        "the provider refused",
      );
    // The strategy's words for a callback without a code, or with a state that its cookie does not hold.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return failed("expired", "the callback has no code of this sign-in");
    throw error;
  }
}

interface Parts {
  scope: RequestScope;
  provider: OpenIdProvider;
  addresses: ProviderAddresses;
  returnTo: string;
  /** Ends what is asked of the provider; only the way back asks. */
  signal?: AbortSignal;
}

/**
 * remix-auth's OAuth strategy does state, PKCE and cookie. It has no nonce, sends requests without a deadline, and takes tokens on trust: those parts
 * are ours, by way of the provider's client.
 */
class ProviderStrategy extends OAuth2Strategy<ProviderIdentity> {
  readonly #parts: Parts;
  #verifier = "";

  constructor(parts: Parts) {
    const { scope, provider, addresses } = parts;
    super(
      {
        cookie: {
          name: cookieName(scope),
          maxAge: COOKIE_SECONDS,
          path: "/",
          httpOnly: true,
          sameSite: "Lax",
          ...(scope.secure ? { secure: true } : {}),
        },
        clientId: provider.clientId,
        clientSecret: null,
        authorizationEndpoint: addresses.authorize,
        // The tokens are requested by the provider's client, which knows the address.
        tokenEndpoint: addresses.authorize,
        redirectURI: callbackUrl(scope),
        scopes: SCOPES,
      },
      ({ tokens }) =>
        provider.identify(tokens.data as TokenAnswer, nonceOf(this.#verifier), parts.signal),
    );
    this.#parts = parts;
  }

  protected override createAuthorizationURL() {
    const made = super.createAuthorizationURL();
    const path = this.#parts.returnTo.length > LONGEST_RETURN_PATH ? "/" : this.#parts.returnTo;
    const state = `${made.state}.${secondsNow().toString(36)}.${Buffer.from(path).toString("base64url")}`;
    made.url.searchParams.set("state", state);
    made.url.searchParams.set("nonce", nonceOf(made.codeVerifier));
    return { ...made, state };
  }

  protected override async validateAuthorizationCode(
    code: string,
    verifier: string,
  ): Promise<OAuth2Tokens> {
    const { provider, scope, signal } = this.#parts;
    this.#verifier = verifier;
    return new OAuth2Tokens(
      await provider.requestTokens({ code, verifier, redirectUri: callbackUrl(scope) }, signal),
    );
  }
}

/** Bound to the verifier in the browser's cookie, and telling nothing about it. */
function nonceOf(verifier: string): string {
  return createHash("sha256").update(`nonce:${verifier}`).digest("base64url");
}

/**
 * Whether the address of this request may go to the provider as the one to come back to. Without `PUBLIC_URL` it is what the Host header says, which others
 * can choose; the names of this machine are nobody else's.
 */
function isOwnAddress({ origin, services }: RequestScope): boolean {
  return services.config.server.publicUrl !== null || isLoopback(new URL(origin).hostname);
}

function callbackUrl({ origin }: RequestScope): string {
  return `${origin}/api/auth/callback`;
}

function cookieName({ secure }: RequestScope): string {
  return secure ? "__Host-akari-oauth" : "akari-oauth";
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** The seconds since a sign-in began, by its state; infinitely many when the state does not say. */
function ageOf(state: string): number {
  const began = parseInt(state.split(".")[1] ?? "", 36);
  return Number.isNaN(began) ? Infinity : secondsNow() - began;
}

function returnPathOf(state: string): string {
  return safeRedirectPath(
    Buffer.from(state.slice(state.lastIndexOf(".") + 1), "base64url").toString(),
  );
}

/** `Set-Cookie` values that remove the oldest of many sign-ins that were never finished, before their cookies make every request too large. */
function abandonedCookies(request: Request, scope: RequestScope): string[] {
  const pending = pendingCookies(request, scope);
  return pending
    .slice(0, Math.max(0, pending.length - MOST_PENDING + 1))
    .map(({ name }) => removal(name, scope));
}

function removal(name: string, { secure }: RequestScope): string {
  return `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** `Set-Cookie` values that remove the cookies of one sign-in; those of other tabs stay. Empty when this browser has none of that state. */
function clearedCookies(request: Request, scope: RequestScope, state: string): string[] {
  return pendingCookies(request, scope).flatMap(({ name, value }) =>
    new URLSearchParams(value).has(state) ? [removal(name, scope)] : [],
  );
}

/** The cookies of sign-ins that this browser has under way, oldest first; the strategy gives each a name of its own. */
function pendingCookies(request: Request, scope: RequestScope): { name: string; value: string }[] {
  const ours = new RegExp(`^(${cookieName(scope)}:[0-9a-f-]{36})=(.*)$`);
  return (request.headers.get("cookie") ?? "").split(/;\s*/).flatMap((pair) => {
    const [, name, value] = ours.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
}
