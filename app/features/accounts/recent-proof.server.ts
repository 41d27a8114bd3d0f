import { Forbidden } from "~/errors/app-error";
import { isFromFuture } from "./lifetime";
import { requirePassword, type PasswordTools } from "./password/require-password.server";
import type { Session } from "./sessions.server";

const RECENT_MS = 10 * 60 * 1000;

/** A sign-in, or a later confirmation, of the last ten minutes. */
export function isRecentlyConfirmed({ confirmedAt }: Session, now = new Date()): boolean {
  return isRecent(confirmedAt, now);
}

/** A code of the second factor or a passkey in this session, in the last ten minutes. */
export function isConfirmedByCode({ codeConfirmedAt }: Session, now = new Date()): boolean {
  return codeConfirmedAt !== null && isRecent(codeConfirmedAt, now);
}

function isRecent(time: Date, now: Date): boolean {
  return !isFromFuture(time, now) && now.getTime() - time.getTime() < RECENT_MS;
}

/**
 * What programs need for a sensitive change: the password, or else a recent sign-in. Throws
 * `Forbidden`.
 */
export async function requireProof(
  tools: PasswordTools,
  session: Session,
  password?: string,
): Promise<void> {
  if (password !== undefined) await requirePassword(tools, session, password);
  else if (!isRecentlyConfirmed(session)) throw new Forbidden("account.needsProof");
}
