import { parseCookie, stringifySetCookie } from "cookie";
import { createCookie } from "react-router";

/** Time for a password and a second factor. */
const TTL_SECONDS = 15 * 60;
/** Seconds by which the clocks of a site's instances may differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
const MAX_RETURN_PATH_LENGTH = 512;
const MAX_PENDING = 6;
/** States and code verifiers are 32 bytes in base64url. */
const RANDOM_VALUE = /^[\w-]{43}$/;

export interface SignInPurpose {
  returnTo: string;
  linkUserId?: string | undefined;
  /** The user whose session it confirms, instead of signing in. */
  confirmUserId?: string | undefined;
  invitation?: string | undefined;
}

interface StartedSignIn extends SignInPurpose {
  /** The id of the client at whose provider the user signs in. */
  providerId: string;
}

interface PendingSignIn extends StartedSignIn {
  /** Seconds since the epoch; copied cookies expire too. */
  expires: number;
}

/**
 * Two per pending sign-in: the strategy's with the PKCE verifier, a signed one with the purpose.
 */
export interface ProviderCookies {
  /** The strategy appends a UUID. */
  strategyCookie(secure: boolean): StrategyCookie;
  /** Removes the oldest beyond the limit. */
  start(
    request: Request,
    state: string,
    started: StartedSignIn,
    secure: boolean,
  ): Promise<string[]>;
  /** Returns null for a sign-in that is unknown to this browser or expired. */
  find(request: Request, state: string, secure: boolean): Promise<StartedSignIn | null>;
  clear(request: Request, state: string, secure: boolean): string[];
}

interface StrategyCookie {
  name: string;
  maxAge: number;
  path: string;
  httpOnly: true;
  sameSite: "Lax";
  secure?: true;
}

export function createProviderCookies(secrets: readonly string[]): ProviderCookies {
  const attributes = (secure: boolean) =>
    ({ path: "/", httpOnly: true, sameSite: "lax", secure }) as const;
  const returnCookie = (state: string, secure: boolean) =>
    createCookie(returnCookieName(state, secure), {
      ...attributes(secure),
      secrets: [...secrets],
      maxAge: TTL_SECONDS,
    });
  const remove = (names: string[], secure: boolean) =>
    names.map((name) => stringifySetCookie(name, "", { ...attributes(secure), maxAge: 0 }));

  return {
    strategyCookie: (secure) => ({
      name: strategyCookieName(secure),
      maxAge: TTL_SECONDS,
      path: "/",
      httpOnly: true,
      sameSite: "Lax",
      ...(secure ? { secure } : {}),
    }),
    async start(
      request,
      state,
      { returnTo, linkUserId, confirmUserId, invitation, providerId },
      secure,
    ) {
      const pending: PendingSignIn = {
        linkUserId,
        confirmUserId,
        invitation,
        providerId,
        returnTo: returnTo.length > MAX_RETURN_PATH_LENGTH ? "/" : returnTo,
        expires: secondsNow() + TTL_SECONDS,
      };
      // Browsers send the oldest first (RFC 6265 section 5.4).
      const abandoned = pendingCookies(request, secure).slice(0, 1 - MAX_PENDING);
      return [
        await returnCookie(state, secure).serialize(pending),
        ...abandoned.flatMap((cookie) => remove(cookieNames(cookie, secure), secure)),
      ];
    },
    async find(request, state, secure) {
      if (!pendingCookies(request, secure).some((cookie) => cookie.state === state)) return null;
      const pending = (await returnCookie(state, secure).parse(
        request.headers.get("cookie"),
      )) as PendingSignIn | null;
      if (pending === null || pending.expires < secondsNow()) return null;
      // A cookie that ends later is from before the clock was set back.
      return pending.expires < secondsNow() + TTL_SECONDS + CLOCK_TOLERANCE_SECONDS
        ? pending
        : null;
    },
    clear(request, state, secure) {
      const own = pendingCookies(request, secure).filter((cookie) => cookie.state === state);
      return own.flatMap((cookie) => remove(cookieNames(cookie, secure), secure));
    },
  };
}

interface StrategyCookieEntry {
  name: string;
  state: string;
}

function pendingCookies(request: Request, secure: boolean): StrategyCookieEntry[] {
  const prefix = `${strategyCookieName(secure)}:`;
  return Object.entries(parseCookie(request.headers.get("cookie") ?? "")).flatMap(
    ([name, value]) => {
      const state = name.startsWith(prefix) ? readStrategyState(value ?? "") : null;
      return state === null ? [] : [{ name, state }];
    },
  );
}

/** Returns null unless the cookie holds a state and its code verifier, as the strategy needs. */
function readStrategyState(value: string): string | null {
  const parameters = new URLSearchParams(value);
  const state = parameters.get("state") ?? "";
  return RANDOM_VALUE.test(state) && RANDOM_VALUE.test(parameters.get(state) ?? "") ? state : null;
}

function cookieNames({ name, state }: StrategyCookieEntry, secure: boolean): string[] {
  return [name, returnCookieName(state, secure)];
}

function strategyCookieName(secure: boolean): string {
  return secure ? "__Host-akari-oauth" : "akari-oauth";
}

/** The strategy reads every cookie that starts with its name. */
function returnCookieName(state: string, secure: boolean): string {
  return `${secure ? "__Host-" : ""}akari-return:${state}`;
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
