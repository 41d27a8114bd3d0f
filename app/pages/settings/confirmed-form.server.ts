import { z } from "zod";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { setFlashMessage, type Session } from "~/features/accounts/sessions.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { refillForm } from "~/http/pages/form-failure.server";
import type { Body } from "~/http/request/read-body.server";
import { requireRecent } from "~/http/session/recent-session.server";
import type { FormFailure } from "~/ui/forms/form-failure";

/** The forms that change who has access to the account, and their sections of the page. */
const CONFIRMED_FORMS = new Map([
  ["email", "email"],
  ["connect", "provider"],
  ["disconnect", "provider"],
  ["create-token", "tokens"],
  ["delete", "data"],
]);

const refillSchema = z.object({
  path: z.literal("/settings"),
  refill: z.record(z.string(), z.array(z.string())),
});

/** The page shows again what was typed when the user has confirmed. */
export async function requireConfirmedForm(
  context: RouterContext,
  session: Session,
  intent: string,
  { value }: Body,
): Promise<void> {
  const section = CONFIRMED_FORMS.get(intent);
  if (section === undefined) return;
  if (!isRecentlyConfirmed(session)) {
    const { db } = context.get(servicesContext);
    const refill = refillForm(value).values;
    await setFlashMessage(db, session.idHash, { path: "/settings", refill });
  }
  requireRecent(session, `/settings#${section}`);
}

export async function takeRefill(
  context: RouterContext,
  session: Session,
): Promise<FormFailure | null> {
  const parsed = refillSchema.safeParse(session.flashMessage);
  if (!parsed.success || !isRecentlyConfirmed(session)) return null;
  await setFlashMessage(context.get(servicesContext).db, session.idHash, null);
  return refillForm(parsed.data.refill);
}
