import { redirect, href } from "react-router";
import { z } from "zod";
import { saveSitePreferences } from "~/features/profile/preferences.server";
import { sitePreferencesInputSchema } from "~/features/profile/site-preferences";
import { zodMessage } from "~/i18n/error-message";
import { servicesContext, signedInContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import type { Route } from "./+types/save-list-layout";

const formSchema = z
  .object({
    listLayout: sitePreferencesInputSchema.shape.listLayout,
    listCollapsed: z
      .enum(["true", "false"])
      .transform((value) => value === "true")
      .optional(),
    returnTo: z.string().optional(),
  })
  .refine(
    ({ listLayout, listCollapsed }) => listLayout !== undefined || listCollapsed !== undefined,
    zodMessage({ key: "field.atLeastOne", values: { fields: "listLayout, listCollapsed" } }),
  );

export function loader() {
  return redirect(href("/list"));
}

/** Saves how My list is shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { user } = await context.get(signedInContext);
  return withPageErrors(context, async () => {
    const { returnTo, ...layout } = parseInput(formSchema, (await readBody(request)).value);
    await saveSitePreferences(db, user.id, layout);
    return redirect(safeRedirectPath(returnTo, href("/list")), 303);
  });
}

/** Makes it a page, whose errors the root's boundary renders with their status. */
export default function SaveListLayout() {
  return null;
}
