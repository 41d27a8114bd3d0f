import { redirect } from "react-router";
import { scopeContext } from "~/http/context";
import { safeRedirectPath } from "~/http/safe-redirect";
import { requireSameOrigin } from "~/http/same-origin";
import { visitorContext, visitorSettingsCookie, withChoices } from "~/http/visitor-settings";
import type { Route } from "./+types/save-visitor-settings";

/** Nothing to see at this address: it only takes the form of the settings panel. */
export function loader() {
  return redirect("/");
}

/** Keeps a visitor's choices in their cookie and sends them back to where they were. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  requireSameOrigin(request, { ownOrigin: scope.origin, corsOrigins: [] });
  const form = new URLSearchParams();
  for (const [name, value] of await request.formData()) if (typeof value === "string") form.append(name, value);
  const settings = withChoices(context.get(visitorContext), form);
  return redirect(safeRedirectPath(form.get("returnTo")), {
    status: 303,
    headers: { "set-cookie": visitorSettingsCookie(settings, { secure: scope.secure }) },
  });
}
