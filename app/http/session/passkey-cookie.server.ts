import { createCookie } from "react-router";
import { z } from "zod";

const TTL_SECONDS = 5 * 60;
/** The ceremonies that one browser has under way, such as in several tabs. */
const MAX_CODES = 4;
const codesSchema = z.array(z.string().regex(/^[\w-]{43}$/)).max(MAX_CODES);

/** The signed cookie that binds challenges to the browser that they were made for. */
export interface PasskeyCookie {
  read(request: Request, secure: boolean): Promise<string[]>;
  /** Adds a code, and forgets the oldest beyond the limit. */
  add(request: Request, code: string, secure: boolean): Promise<string>;
}

export function createPasskeyCookie(secrets: readonly string[]): PasskeyCookie {
  const cookie = (secure: boolean) =>
    createCookie(secure ? "__Host-akari-passkey" : "akari-passkey", {
      path: "/",
      httpOnly: true,
      sameSite: "strict",
      secure,
      secrets: [...secrets],
      maxAge: TTL_SECONDS,
    });
  const read = async (request: Request, secure: boolean) => {
    const value: unknown = await cookie(secure).parse(request.headers.get("cookie"));
    return codesSchema.safeParse(value).data ?? [];
  };
  return {
    read,
    async add(request, code, secure) {
      const codes = [code, ...(await read(request, secure))].slice(0, MAX_CODES);
      return cookie(secure).serialize(codes);
    },
  };
}
