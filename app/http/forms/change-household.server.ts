import { href, redirect } from "react-router";
import { z } from "zod";
import { profileKeySchema } from "~/features/accounts/household/household-input";
import {
  createHouseholdLink,
  leaveHousehold,
} from "~/features/accounts/household/join-household.server";
import { householdPath } from "~/features/accounts/link-paths";
import type { Session } from "~/features/accounts/sessions.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { parseInput } from "~/http/request/read-body.server";

const intentSchema = z.object({ intent: z.enum(["invite", "leave"]) });

/**
 * Makes the link with which an account joins the household, or takes an account out of it. Returns
 * null for another form.
 */
export async function changeHousehold(context: RouterContext, session: Session, fields: unknown) {
  const chosen = intentSchema.safeParse(fields);
  if (!chosen.success) return null;
  const { db } = context.get(servicesContext);
  if (chosen.data.intent === "invite") {
    const { code } = await createHouseholdLink(db, session);
    return { link: new URL(householdPath(code), context.get(requestContext).origin).href };
  }
  const { id } = parseInput(profileKeySchema, fields);
  await leaveHousehold(db, session, id);
  const done = id === session.user.id ? "left" : "removed";
  return redirect(`${href("/profiles/manage")}?done=${done}`);
}
