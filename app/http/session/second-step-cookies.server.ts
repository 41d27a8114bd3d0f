import { stringifySetCookie } from "cookie";
import { getCookie } from "~/http/request/get-cookie.server";

/** The users of one browser, each with a code of their own. */
const MAX_TRUSTED_CODES = 5;
const TRUST_SECONDS = 30 * 24 * 60 * 60;
/** A code of 256 bits in base64url. */
const CODE = /^[\w-]{43}$/;

/** The sign-in of this browser that waits for the second factor. */
export function readPendingCode(request: Request, secure: boolean): string | null {
  const code = getCookie(request.headers.get("cookie"), pendingName(secure)) ?? "";
  return CODE.test(code) ? code : null;
}

export function pendingCookie(code: string, expires: Date, secure: boolean): string {
  return stringifySetCookie(pendingName(secure), code, { ...attributes(secure), expires });
}

export function clearPendingCookie(secure: boolean): string {
  return stringifySetCookie(pendingName(secure), "", { ...attributes(secure), maxAge: 0 });
}

export function readTrustedCodes(request: Request, secure: boolean): string[] {
  const text = getCookie(request.headers.get("cookie"), trustName(secure)) ?? "";
  return text
    .split(".")
    .filter((code) => CODE.test(code))
    .slice(0, MAX_TRUSTED_CODES);
}

/** Keeps the codes of the browser's other users. */
export function trustCookie(request: Request, code: string, secure: boolean): string {
  const codes = [code, ...readTrustedCodes(request, secure)].slice(0, MAX_TRUSTED_CODES);
  return stringifySetCookie(trustName(secure), codes.join("."), {
    ...attributes(secure),
    maxAge: TRUST_SECONDS,
  });
}

function attributes(secure: boolean) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
}

function pendingName(secure: boolean): string {
  return secure ? "__Host-akari-pending" : "akari-pending";
}

function trustName(secure: boolean): string {
  return secure ? "__Host-akari-trusted" : "akari-trusted";
}
