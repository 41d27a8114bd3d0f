import { z } from "zod";
import { isOfProvider } from "~/config/oauth";
import { Invalid } from "~/errors/app-error";
import { listConnections } from "~/features/accounts/connections.server";
import { currentPasswordSchema } from "~/features/accounts/credentials";
import { listPasskeys } from "~/features/accounts/passkeys/manage-passkeys.server";
import { requirePassword } from "~/features/accounts/password/require-password.server";
import { checkCode, hasSecondFactor } from "~/features/accounts/second-factor/check-code.server";
import { secondFactorCodeSchema } from "~/features/accounts/second-factor/code-input";
import { confirmSession, type Session } from "~/features/accounts/sessions.server";
import { type RouterContext, accountsContext } from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput } from "~/http/request/read-body.server";
import { getRelyingParty } from "~/http/session/relying-party.server";

const passwordSchema = z.object({ password: currentPasswordSchema });
const codeSchema = z.object({ code: secondFactorCodeSchema });

/** Tells what the user can confirm with. */
export async function listConfirmations(context: RouterContext, { user }: Session) {
  const { db, providers, passwords } = context.get(accountsContext);
  const party = getRelyingParty(context);
  const [{ connections, hasPassword }, hasCode, passkeys] = await Promise.all([
    listConnections(db, user.id),
    hasSecondFactor(db, user.id),
    typeof party === "string" ? [] : listPasskeys(db, user.id, party.id),
  ]);
  return {
    hasPassword: hasPassword && passwords,
    hasCode,
    /** The providers that the user has connected. */
    providers: providers
      .filter(({ client }) => connections.some(({ issuer }) => isOfProvider(client, issuer)))
      .map(({ client: { id, name } }) => ({ id, name })),
    /** The origin at which the user's passkeys work; null without any. */
    passkeyOrigin:
      typeof party !== "string" && passkeys.some(({ isUsable }) => isUsable) ? party.origin : null,
  };
}

/** Takes a password or a code. Throws `Forbidden`, `Invalid` and `LimitReached`. */
export async function confirmIdentity(
  context: RouterContext,
  session: Session,
  fields: unknown,
): Promise<void> {
  await consumeRateLimit("passwordChange", context);
  const accounts = context.get(accountsContext);
  let byCode = false;
  if (typeof fields === "object" && fields !== null && "code" in fields) {
    const { code } = parseInput(codeSchema, fields);
    const verdict = await checkCode(accounts, session.user.id, code);
    if (verdict.kind !== "right")
      throw new Invalid([{ path: "code", message: "secondFactor.wrongCode" }]);
    byCode = true;
  } else {
    const { password } = parseInput(passwordSchema, fields);
    await requirePassword(accounts, session, password);
  }
  await confirmSession(accounts.db, session.idHash, { byCode });
}
