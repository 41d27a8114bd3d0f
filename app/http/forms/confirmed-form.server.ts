import { z } from "zod";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { setFlashMessage, type Session } from "~/features/accounts/sessions.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { refillForm } from "~/http/pages/form-failure.server";
import { requireRecent } from "~/http/session/recent-session.server";
import type { FormFailure } from "~/ui/forms/form-failure";

const MAX_REFILL_LENGTH = 4_000;
/** NUL and halves of surrogate pairs, which a jsonb column refuses. */
const UNSTORABLE = /[\0\p{Cs}]/u;

const refillSchema = z.object({
  path: z.string(),
  refill: z.record(z.string(), z.array(z.string())),
});

/**
 * Requires a recent proof for a form whose page is `returnTo`. Once the user has confirmed, the
 * page shows again what was sent, and the user sends it again: confirming carries out nothing that
 * another person at this browser has sent.
 */
export async function requireConfirmed(
  context: RouterContext,
  session: Session,
  { returnTo, value }: { returnTo: string; value: unknown },
): Promise<void> {
  if (!isRecentlyConfirmed(session)) {
    const { db } = context.get(servicesContext);
    const refill = storableValues(refillForm(value).values);
    const path = /^[^?#]*/.exec(returnTo)?.[0] ?? returnTo;
    await setFlashMessage(db, session.idHash, { path, refill });
  }
  requireRecent(session, returnTo);
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

/** Returns what was sent from the page at `path` before the user confirmed, once. */
export async function takeRefill(
  context: RouterContext,
  session: Session,
  path: string,
): Promise<FormFailure | null> {
  const parsed = refillSchema.safeParse(session.flashMessage);
  if (!parsed.success || parsed.data.path !== path || !isRecentlyConfirmed(session)) return null;
  await setFlashMessage(context.get(servicesContext).db, session.idHash, null);
  return refillForm(parsed.data.refill);
}
