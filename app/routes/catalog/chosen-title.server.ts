import { z } from "zod";
import { TITLE_CHOICES } from "~/features/accounts/household/title-choices";
import { CHILDREN_PARAMETER, type ChosenTitle } from "~/features/accounts/view/title-children";
import type { RouterContext } from "~/http/context";
import { takeRefill } from "~/http/forms/confirmed-form.server";
import { getSession } from "~/http/session/get-session.server";

const chosenSchema = z.object({
  childId: z.tuple([z.string()]).transform(([id]) => id),
  state: z.tuple([z.enum(TITLE_CHOICES)]).transform(([state]) => state),
});

/** Reads what the user chose for a child on a title's page before confirming who they are. */
export async function readChosenTitle(
  request: Request,
  context: RouterContext,
  path: string,
): Promise<ChosenTitle | null> {
  if (!new URL(request.url).searchParams.has(CHILDREN_PARAMETER)) return null;
  const session = await getSession(request, context).catch(() => null);
  const refill = session === null ? null : await takeRefill(context, session, path);
  const chosen = chosenSchema.safeParse(refill?.values);
  return chosen.success ? chosen.data : null;
}
