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

/** The session as `currentSession` has it, for the API: when that could not be found out, it throws the documented 500. A database that is away signs nobody out. */
export function knownSession(request: Request, scope: RequestScope): Promise<ReadSession | null> {
  return currentSession(request, scope).catch((cause: unknown) => {
    throw new AppError("database-failed", "An internal server error occurred", { cause });
  });
}

/** The session that a protected endpoint needs. Throws `Unauthenticated` without one, else as `knownSession`. */
export async function requireSession(request: Request, scope: RequestScope): Promise<ReadSession> {
  const session = await knownSession(request, scope);
  if (session === null) throw new Unauthenticated();
  return session;
}

async function read(request: Request, scope: RequestScope): Promise<ReadSession | null> {
  const { sessionCookie, db } = scope.services;
  const id = await sessionCookie.read(request, scope.secure);
  if (id === null) return null;
  const session = await readSession(db, id);
  if (session?.renewed === true)
    scope.headers["set-cookie"] = await sessionCookie.write(id, session.expiresAt, scope.secure);
  return session;
}
