import { redirect } from "react-router";
import { readBody } from "~/http/request/read-body.server";
import { saveVisitorSettings } from "~/pages/viewer/save-visitor-settings.server";
import { requestContext, servicesContext, visitorSettingsContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { visitorSettingsCookie } from "~/http/viewer/visitor-settings-cookie.server";
import { readChoices, applyChoices } from "~/pages/viewer/visitor-settings";
import { formAction } from "~/ui/forms/form-action";
import type { Route } from "./+types/save-visitor-settings";

export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  const { value: body } = await withPageErrors(context, () => readBody(request));
  const form = new URLSearchParams();
  for (const [name, given] of Object.entries(body ?? {}))
    for (const value of [given].flat()) if (typeof value === "string") form.append(name, value);
  const session = await getSession(request, context);
  if (session?.user.isChild === true) form.delete("parental_control");
  if (session !== null) await saveVisitorSettings(db, session.user.id, readChoices(form));
  const settings = applyChoices(context.get(visitorSettingsContext), form);
  return redirect(safeRedirectPath(form.get("returnTo")), {
    status: 303,
    headers: { "set-cookie": visitorSettingsCookie(settings, { secure }) },
  });
}

export const clientAction = formAction<typeof action>();
