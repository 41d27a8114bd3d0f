import { changePassword } from "~/features/accounts/change-password.server";
import type { ChangePasswordInput } from "~/features/accounts/credentials";
import type { Session } from "~/features/accounts/sessions.server";
import { type RouterContext, accountsContext } from "~/http/context";
import { tellUser } from "./tell-user.server";

/** Tells the user's address, where mail works. Throws `Forbidden`. */
export async function changeOwnPassword(
  context: RouterContext,
  session: Session,
  input: ChangePasswordInput,
): Promise<void> {
  await changePassword(context.get(accountsContext), session, input);
  tellUser(context, session.user.id, "passwordChanged");
}
