import { redirect, href } from "react-router";
import { z } from "zod";
import { Conflict, Invalid } from "~/errors/app-error";
import { hasSecondFactor } from "~/features/accounts/second-factor/check-code.server";
import { secondFactorCodeSchema } from "~/features/accounts/second-factor/code-input";
import {
  cancelSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from "~/features/accounts/second-factor/manage-second-factor.server";
import { distrustBrowser } from "~/features/accounts/second-factor/trusted-browsers.server";
import {
  confirmSession,
  sessionKeySchema,
  type Session,
} from "~/features/accounts/sessions.server";
import { type RouterContext, accountsContext } from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, type Body } from "~/http/request/read-body.server";
import { requireRecentCode, requireRecentSession } from "~/http/session/recent-session.server";

const PATH = href("/settings/two-factor");

/** Runs the form named by `intent`. Returns recovery codes, which are shown once. */
export async function submitTwoFactor(body: Body, request: Request, context: RouterContext) {
  const session = await requireRecentSession(request, context);
  const { user } = session;
  const accounts = context.get(accountsContext);
  await consumeRateLimit("passwordChange", context);
  switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
    case "start":
      await startSecondFactor(accounts, user.id);
      return redirect(PATH);
    case "cancel":
      await cancelSecondFactor(accounts.db, user.id);
      return redirect(PATH);
    case "enable": {
      const { code } = parseInput(z.object({ code: secondFactorCodeSchema }), body.value);
      const codes = await enableSecondFactor(accounts, user.id, code).catch(
        async (error: unknown) => {
          // Sent twice: its codes are lost with the first response, and the page offers new ones.
          if (error instanceof Conflict && (await hasSecondFactor(accounts.db, user.id)))
            return null;
          throw error;
        },
      );
      if (codes === null) return redirect(PATH);
      await confirmSession(accounts.db, session.idHash, { byCode: true });
      return { codes };
    }
    case "renew-codes":
      await requireCodeOf(session, context);
      return { codes: await renewRecoveryCodes(accounts.db, user.id) };
    case "distrust":
      await distrustBrowser(accounts.db, user.id, parseInput(sessionKeySchema, body.value).key);
      return redirect(PATH);
    case "disable":
      await requireCodeOf(session, context);
      await disableSecondFactor(accounts.db, { via: "page", userId: user.id }, user.id);
      return redirect(PATH);
    default:
      throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
  }
}

/** Without a second factor there is no code to ask for, and what is asked for fails. */
async function requireCodeOf(session: Session, context: RouterContext): Promise<void> {
  const { db } = context.get(accountsContext);
  if (await hasSecondFactor(db, session.user.id)) requireRecentCode(session, PATH);
}
