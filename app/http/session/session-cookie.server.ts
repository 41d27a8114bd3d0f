import { parseCookie } from "cookie";
import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
import { createCookieSessionStorage, type SessionStorage } from "react-router";
import { getCookie } from "~/http/request/get-cookie.server";

interface SessionData {
  id: string;
}

export interface SessionCookie {
  read(request: Request, secure: boolean): Promise<string | null>;
  write(id: string, expiresAt: Date, secure: boolean): Promise<string>;
  clear(secure: boolean): Promise<string>;
}

/** Checking a signature takes a third of a millisecond. */
const MAX_VERIFIED_BYTES = 512 * 1024;

/** Signs with the first secret, accepts any. `__Host-` over HTTPS (RFC 6265bis section 4.1.3.2). */
export function createSessionCookie(secrets: readonly string[]): SessionCookie {
  const storage = (secure: boolean): SessionStorage<SessionData> =>
    createCookieSessionStorage<SessionData>({
      cookie: {
        name: cookieName(secure),
        secrets: [...secrets],
        httpOnly: true,
        sameSite: "lax",
        path: "/",
        secure,
      },
    });
  const overHttp = storage(false);
  const overHttps = storage(true);
  const storageOf = (secure: boolean) => (secure ? overHttps : overHttp);
  /** Session ids by cookie. */
  const verified = new LRUCache<string, string>(smallValues(MAX_VERIFIED_BYTES));

  return {
    async read(request, secure) {
      const header = request.headers.get("cookie");
      const raw = getCookie(header, cookieName(secure));
      if (raw === undefined) return null;
      const cached = verified.get(raw);
      if (cached !== undefined) return cached;
      if (!isCanonical(raw, cookieName(secure))) return null;
      const session = await storageOf(secure).getSession(header);
      const id = session.get("id") ?? null;
      if (id !== null) verified.set(raw, id);
      return id;
    },
    async write(id, expiresAt, secure) {
      const session = await storageOf(secure).getSession();
      session.set("id", id);
      return storageOf(secure).commitSession(session, { expires: expiresAt });
    },
    async clear(secure) {
      return storageOf(secure).destroySession(await storageOf(secure).getSession());
    },
  };
}

export function cookieName(secure: boolean): string {
  return secure ? "__Host-akari" : "akari";
}

/** Base64 can encode the signature's bytes in several ways. */
function isCanonical(raw: string, name: string): boolean {
  const value = parseCookie(`${name}=${raw}`)[name];
  if (value === undefined) return false;
  const signature = value.slice(value.lastIndexOf(".") + 1);
  return (
    (raw === value || raw === encodeURIComponent(value)) &&
    Buffer.from(signature, "base64").toString("base64").replace(/=+$/, "") === signature
  );
}
