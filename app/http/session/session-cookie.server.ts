import { parseCookie } from "cookie";
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

  return {
    async read(request, secure) {
      const header = request.headers.get("cookie");
      if (header === null || !isCanonical(header, secure)) return null;
      const session = await storageOf(secure).getSession(header);
      return session.get("id") ?? null;
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
function isCanonical(header: string, secure: boolean): boolean {
  const name = cookieName(secure);
  const raw = getCookie(header, name);
  const value = parseCookie(header)[name];
  if (raw === undefined || value === undefined) return false;
  const signature = value.slice(value.lastIndexOf(".") + 1);
  return (
    (raw === value || raw === encodeURIComponent(value)) &&
    Buffer.from(signature, "base64").toString("base64").replace(/=+$/, "") === signature
  );
}
