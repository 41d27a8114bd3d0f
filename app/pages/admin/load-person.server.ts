import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { getUser } from "~/features/accounts/directory/get-user.server";
import { hasRole, mayManage } from "~/features/accounts/roles/roles";
import type { Session } from "~/features/accounts/sessions.server";
import type { Database } from "~db/client.server";

/** Reads a user for the moderator or owner of a session. Throws `NotFound`. */
export async function loadPerson(db: Database, session: Session, id: string) {
  const user = await getUser(db, id);
  return {
    user: { ...user, isDisabled: user.disabledAt !== null },
    isSelf: session.user.id === user.id,
    isOwner: hasRole(session.user.role, "owner"),
    mayManage: mayManage(session.user.role, user.role),
    isConfirmed: isRecentlyConfirmed(session),
  };
}

export type PersonData = Awaited<ReturnType<typeof loadPerson>>;
