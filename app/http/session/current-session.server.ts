import { readSession, type ReadSession } from "~/features/accounts/sessions.server";
import { AppError, Unauthenticated } from "~/errors/app-error";
import type { RequestScope } from "~/http/context";

const sessions = new WeakMap<RequestScope, Promise<ReadSession | null>>();

/** The request's session with its person, or null. Read at most once per request, and only when something asks. */
export function currentSession(request: Request, scope: RequestScope): Promise<ReadSession | null> {
  const known = sessions.get(scope);
  if (known !== undefined) return known;
  const reading = read(request, scope);
  sessions.set(scope, reading);
  return reading;
}

/**
 * The session that a protected endpoint needs. Throws `Unauthenticated` without one, and the documented 500 when that could not be found out: a
 * database that is away signs nobody out.
 */
export async function requireSession(request: Request, scope: RequestScope): Promise<ReadSession> {
  let session: ReadSession | null;
  try {
    session = await currentSession(request, scope);
  } catch (cause) {
    throw new AppError("database-failed", "An internal server error occurred", { cause });
  }
  if (session === null) throw new Unauthenticated();
  return session;
}

async function read(request: Request, scope: RequestScope): Promise<ReadSession | null> {
  const { sessionCookie, db } = scope.services;
  const id = await sessionCookie.read(request, scope.secure);
  if (id === null) return null;
  const session = await readSession(db, id);
  if (session?.renewed === true) scope.headers["set-cookie"] = await sessionCookie.write(id, session.expiresAt, scope.secure);
  return session;
}
