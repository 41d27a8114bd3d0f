import { href } from "react-router";
import { createHash, randomBytes } from "node:crypto";
import { stringifySetCookie } from "cookie";
import { Forbidden, Unauthenticated } from "~/errors/app-error";
import { requireAdult } from "~/features/accounts/session-user.server";
import type { MemberIdentity } from "~/features/playback/rooms/room-members.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getCookie } from "~/http/request/get-cookie.server";
import { getSession } from "~/http/session/get-session.server";

const COOKIE = "akari_guest";
const GUEST_BYTES = 16;
const GUEST = /^[\w-]{22}$/;

interface RoomVisitor {
  /** The visitor as a member of the room; null without its cookie. */
  member: MemberIdentity | null;
  isSignedIn: boolean;
  mayJoin: boolean;
}

/**
 * Users are members under their id, visitors under a cookie of the browser's session. Throws
 * `Forbidden` for a child.
 */
export async function getRoomVisitor(
  request: Request,
  context: RouterContext,
): Promise<RoomVisitor> {
  const session = await getSession(request, context);
  if (session !== null) requireAdult(session.user);
  const { access } = context.get(servicesContext).config.media;
  const guest = getCookie(request.headers.get("cookie"), COOKIE) ?? "";
  return {
    member:
      session !== null
        ? { keyHash: hashKey(`user:${session.user.id}`), userId: session.user.id }
        : GUEST.test(guest)
          ? { keyHash: hashKey(`guest:${guest}`), userId: null }
          : null,
    isSignedIn: session !== null,
    mayJoin: session !== null || access !== "members",
  };
}

/** Throws `Unauthenticated`, and `Forbidden` for a visitor who has not opened a page before. */
export async function requireRoomMember(
  request: Request,
  context: RouterContext,
): Promise<MemberIdentity> {
  const { member, mayJoin } = await getRoomVisitor(request, context);
  if (!mayJoin) throw new Unauthenticated();
  if (member === null) throw new Forbidden("room.needsCookie");
  return member;
}

export function createGuest(context: RouterContext): { member: MemberIdentity; cookie: string } {
  const value = randomBytes(GUEST_BYTES).toString("base64url");
  const { secure } = context.get(requestContext);
  return {
    member: { keyHash: hashKey(`guest:${value}`), userId: null },
    cookie: stringifySetCookie({
      name: COOKIE,
      value,
      path: href("/room"),
      sameSite: "lax",
      httpOnly: true,
      secure,
    }),
  };
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
