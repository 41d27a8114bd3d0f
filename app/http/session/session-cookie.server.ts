import { createCookieSessionStorage, type SessionStorage } from "react-router";

interface SessionData {
  id: string;
}

/** Reads and writes the cookie that holds the session's id and nothing else. */
export interface SessionCookie {
  /** The id in the request's cookie, or null: none there, or not signed by us. */
  read(request: Request, secure: boolean): Promise<string | null>;
  /** The `Set-Cookie` value that stores an id until its session ends. */
  write(id: string, expiresAt: Date, secure: boolean): Promise<string>;
  /** The `Set-Cookie` value that removes it. */
  clear(secure: boolean): Promise<string>;
}

/**
 * React Router's cookie session storage, signed by the first of the secrets and accepted by any. Over HTTPS the name has the `__Host-` prefix,
 * which makes browsers refuse it from anywhere but this host over HTTPS (RFC 6265bis section 4.1.3.2).
 */
export function createSessionCookie(secrets: readonly string[]): SessionCookie {
  const storage = (secure: boolean): SessionStorage<SessionData> =>
    createCookieSessionStorage<SessionData>({
      cookie: {
        name: nameOf(secure),
        secrets: [...secrets],
        httpOnly: true,
        sameSite: "lax",
        path: "/",
        secure,
      },
    });
  const plain = storage(false);
  const secured = storage(true);
  const of = (secure: boolean) => (secure ? secured : plain);

  return {
    async read(request, secure) {
      const header = request.headers.get("cookie");
      if (header === null || !isCanonical(header, secure)) return null;
      const session = await of(secure).getSession(header);
      return session.get("id") ?? null;
    },
    async write(id, expiresAt, secure) {
      const session = await of(secure).getSession();
      session.set("id", id);
      return of(secure).commitSession(session, { expires: expiresAt });
    },
    async clear(secure) {
      return of(secure).destroySession(await of(secure).getSession());
    },
  };
}

function nameOf(secure: boolean): string {
  return secure ? "__Host-akari" : "akari";
}

/**
 * Base64 has several spellings of the same bytes, and the check of the signature compares bytes. Only the spelling that we write is ours, so that
 * no altered cookie passes, however harmless.
 */
function isCanonical(header: string, secure: boolean): boolean {
  const value = new RegExp(`(?:^|;\\s*)${nameOf(secure)}=([^;]*)`).exec(header)?.[1];
  if (value === undefined || !/^[\w%.+/=-]*$/.test(value)) return false;
  const signature = value
    .slice(value.lastIndexOf(".") + 1)
    .replace(/%(2B|2F)/g, (_, code: string) => (code === "2B" ? "+" : "/"));
  return Buffer.from(signature, "base64").toString("base64").replace(/=+$/, "") === signature;
}
