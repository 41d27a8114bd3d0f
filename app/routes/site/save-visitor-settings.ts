import { redirect } from "react-router";
import { keepInAccount } from "~/http/session/account-settings.server";
import { scopeContext } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { pageForm } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import {
  readChoices,
  visitorContext,
  visitorSettingsCookie,
  withChoices,
} from "~/http/pages/settings/visitor-settings";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import type { Route } from "./+types/save-visitor-settings";

/** Nothing to see at this address: it only takes the form of the settings panel. */
export function loader() {
  return redirect("/");
}

/** Keeps the choices in the visitor's cookie, and in the account of somebody who is signed in, and sends them back to where they were. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const { value: body } = await withPageErrors(scope, () => pageForm(request, scope));
  const form = new URLSearchParams();
  for (const [name, given] of Object.entries(body ?? {}))
    for (const value of [given].flat()) if (typeof value === "string") form.append(name, value);
  const session = await currentSession(request, scope);
  if (session !== null) await keepInAccount(scope.services.db, session.user.id, readChoices(form));
  const settings = withChoices(context.get(visitorContext), form);
  return redirect(safeRedirectPath(form.get("returnTo")), {
    status: 303,
    headers: { "set-cookie": visitorSettingsCookie(settings, { secure: scope.secure }) },
  });
}

/** The same form where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (words) => unanswered(words));
}
