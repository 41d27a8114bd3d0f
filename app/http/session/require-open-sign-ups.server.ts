import { z } from "zod";
import { invitationCodeSchema } from "~/features/accounts/invitations/invitation-input";
import {
  requireSignUpAccess,
  type SignUpMode,
} from "~/features/accounts/invitations/sign-up-access.server";
import { servicesContext, type RouterContext, siteContext } from "~/http/context";
import type { Body } from "~/http/request/read-body.server";

const schema = z.object({ invitation: invitationCodeSchema });

/** Checks the invitation before other fields are read. Throws `Forbidden`. */
export async function requireOpenSignUps(context: RouterContext, body: Body): Promise<SignUpMode> {
  const { db } = context.get(servicesContext);
  const { siteSettings } = context.get(siteContext);
  const { signUps: mode } = await siteSettings.read();
  if (mode === "open") return mode;
  const given = schema.safeParse(body.value);
  const invitation = given.success ? given.data.invitation : undefined;
  await requireSignUpAccess(db, { mode, invitation });
  return mode;
}
