import {
  finishSecondStep,
  type FinishedSecondStep,
  type SecondStepInput,
} from "~/features/accounts/sign-in/open-session.server";
import { type RouterContext, accountsContext } from "~/http/context";
import { describeClient } from "~/http/request/describe-client";
import { tellUser } from "./tell-user.server";

/** Mails the user about a recovery code, and when a client runs out of attempts. */
export async function finishSignIn(
  request: Request,
  context: RouterContext,
  input: SecondStepInput,
): Promise<FinishedSecondStep> {
  const client = describeClient(request, context);
  const finished = await finishSecondStep(context.get(accountsContext), input, client);
  if (finished.kind === "signed-in" && finished.by === "recovery")
    tellUser(context, finished.userId, "recoveryCodeUsed");
  if (finished.kind === "wrong" && finished.isLast)
    tellUser(context, finished.userId, "secondFactorGuessed");
  return finished;
}
