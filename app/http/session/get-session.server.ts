import { readSession, type Session } from "~/features/accounts/sessions.server";
import { Unauthenticated } from "~/errors/app-error";
import { hasBearerToken } from "./bearer-token.server";
import {
  requestContext,
  servicesContext,
  sessionContext,
  sessionRenewalContext,
  type RouterContext,
} from "~/http/context";
import { toSessionError } from "./session-error.server";

/** Reads the session once per request; `authenticateToken` makes one of an API token. */
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

async function loadSession(request: Request, context: RouterContext): Promise<Session | null> {
  if (hasBearerToken(request)) return null;
  const { sessionCookie, db } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  const id = await sessionCookie.read(request, secure);
  if (id === null) return null;
  const session = await readSession(db, id);
  if (session?.isRenewalDue === true) context.set(sessionRenewalContext, { id, session });
  return session;
}
