import { href } from "react-router";
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

const MAX_REFILL_LENGTH = 4_000;
/** NUL and halves of surrogate pairs, which a jsonb column refuses. */
const UNSTORABLE = /[\0\p{Cs}]/u;

const refillSchema = z.object({
  path: z.literal(href("/settings")),
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
    const refill = storableValues(refillForm(value).values);
    await setFlashMessage(db, session.idHash, { path: href("/settings"), refill });
  }
  requireRecent(session, `${href("/settings")}#${section}`);
}

/** The form is not validated yet: what it holds may be anything. */
function storableValues(values: FormFailure["values"]): FormFailure["values"] {
  const storable = (text: string) => text.length <= MAX_REFILL_LENGTH && !UNSTORABLE.test(text);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, texts]) =>
      storable(name) ? [[name, texts.filter(storable)]] : [],
    ),
  );
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
