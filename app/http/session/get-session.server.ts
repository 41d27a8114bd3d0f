import type { HouseholdSession } from "~/features/accounts/household/session-lock.server";
import { findSession, type Session } from "~/features/accounts/sessions.server";
import { Unauthenticated } from "~/errors/app-error";
import { hasBearerToken } from "./bearer-token.server";
import {
  lockedSessionContext,
  requestContext,
  servicesContext,
  sessionContext,
  sessionRenewalContext,
  type RouterContext,
} from "~/http/context";
import { toSessionError } from "./session-error.server";

/**
 * Reads the session once per request; `authenticateToken` makes one of an API token. A locked
 * session is none.
 */
export function getSession(request: Request, context: RouterContext): Promise<Session | null> {
  const cached = context.get(sessionContext);
  if (cached !== null) return cached;
  const session = loadSession(request, context);
  context.set(sessionContext, session);
  return session;
}

/**
 * Returns the user of a page that works without a session: null also when the session cannot be
 * read.
 */
export async function getPageUser(
  request: Request,
  context: RouterContext,
): Promise<Session["user"] | null> {
  return (await getSession(request, context).catch(() => null))?.user ?? null;
}

/** Throws the documented 500, or 503. */
export function getApiSession(request: Request, context: RouterContext): Promise<Session | null> {
  return getSession(request, context).catch(toSessionError);
}

/** Throws `Unauthenticated`. */
export async function requireSession(request: Request, context: RouterContext): Promise<Session> {
  const session = await getApiSession(request, context);
  if (session === null) throw new Unauthenticated();
  return session;
}

/**
 * Returns the session, also a locked one, or null. It is for the choice of a profile alone:
 * everywhere else, a locked session is none.
 */
export async function getHouseholdSession(
  request: Request,
  context: RouterContext,
): Promise<HouseholdSession | null> {
  return (await getApiSession(request, context)) ?? context.get(lockedSessionContext);
}

/** `getHouseholdSession`, or throws `Unauthenticated`. */
export async function requireHouseholdSession(
  request: Request,
  context: RouterContext,
): Promise<HouseholdSession> {
  const session = await getHouseholdSession(request, context);
  if (session === null) throw new Unauthenticated();
  return session;
}

async function loadSession(request: Request, context: RouterContext): Promise<Session | null> {
  if (hasBearerToken(request)) return null;
  const { sessionCookie, db } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  const id = await sessionCookie.read(request, secure);
  if (id === null) return null;
  const found = await findSession(db, id);
  if (found === null) return null;
  if (found.kind === "locked") {
    context.set(lockedSessionContext, found.session);
    return null;
  }
  const { session } = found;
  if (session.isRenewalDue) context.set(sessionRenewalContext, { id, session });
  return session;
}
