import { z } from "zod";
import { Forbidden } from "~/errors/app-error";
import { addPasskey, startAdding } from "~/features/accounts/passkeys/add-passkey.server";
import type { PasskeyPurpose } from "~/features/accounts/passkeys/challenges.server";
import {
  removePasskey,
  type PasskeyEntry,
} from "~/features/accounts/passkeys/manage-passkeys.server";
import { newPasskeySchema, usedPasskeySchema } from "~/features/accounts/passkeys/passkey-input";
import {
  confirmByPasskey,
  requestPasskey,
  signInWithPasskey,
} from "~/features/accounts/passkeys/use-passkey.server";
import { isConfirmedByCode, isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { hasSecondFactor } from "~/features/accounts/second-factor/check-code.server";
import type { Session } from "~/features/accounts/sessions.server";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import {
  accountsContext,
  requestContext,
  servicesContext,
  siteContext,
  type RouterContext,
} from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { describeClient } from "~/http/request/describe-client";
import { parseInput, type Body } from "~/http/request/read-body.server";
import { getWaysIn, requireRelyingParty } from "~/http/session/relying-party.server";

interface Started<Options> {
  options: Options;
  /** Sets the cookie that binds the challenge to the browser. */
  headers: Record<string, string>;
}

const passkeyFormSchema = z.object({ intent: z.literal("passkey") });

/** Whether the form of a page with several ones has a passkey. */
export function isPasskeyForm({ value }: Body): boolean {
  return passkeyFormSchema.safeParse(value).success;
}

/** Starts a sign-in or a confirmation. */
export async function startUsingPasskey(
  request: Request,
  context: RouterContext,
  ceremony: { purpose: Exclude<PasskeyPurpose, "add">; userId: string | null },
) {
  const { db } = context.get(accountsContext);
  return bind(request, context, await requestPasskey(db, requireRelyingParty(context), ceremony));
}

/** Throws `AppError` (unauthenticated) for a passkey that is refused, `Forbidden` if disabled. */
export async function signInByPasskey(
  request: Request,
  context: RouterContext,
  fields: unknown,
): Promise<CreatedSession> {
  const attempt = await readAttempt(request, context, fields);
  return signInWithPasskey(context.get(accountsContext), requireRelyingParty(context), attempt);
}

/** Throws `Invalid` for a passkey that is refused, `Forbidden` for a managed profile. */
export async function confirmOwnPasskey(
  request: Request,
  context: RouterContext,
  { user, idHash }: Session,
  fields: unknown,
): Promise<void> {
  await consumeRateLimit("passwordChange", context);
  if (user.email === null) throw new Forbidden("household.noSignIn");
  const attempt = await readAttempt(request, context, fields);
  const party = requireRelyingParty(context);
  await confirmByPasskey(context.get(accountsContext), party, {
    ...attempt,
    userId: user.id,
    idHash,
  });
}

/** Throws `Forbidden` without a recent proof, `Conflict` for a user who has too many. */
export async function startAddingPasskey(
  request: Request,
  context: RouterContext,
  session: Session,
) {
  await requireProofOfFactors(context, session);
  const { db } = context.get(accountsContext);
  const { name: siteName } = await context.get(siteContext).siteSettings.readCached();
  const party = requireRelyingParty(context);
  return bind(request, context, await startAdding(db, { ...party, siteName }, session.user));
}

/** Names it after the device unless a name is given. */
export async function addOwnPasskey(
  request: Request,
  context: RouterContext,
  session: Session,
  fields: unknown,
): Promise<PasskeyEntry> {
  await requireProofOfFactors(context, session);
  const { db } = context.get(accountsContext);
  const { credential, name } = parseInput(newPasskeySchema, fields);
  return addPasskey(db, requireRelyingParty(context), {
    userId: session.user.id,
    name: name ?? describeClient(request, context).device,
    credential,
    codes: await readCodes(request, context),
  });
}

/** Throws `Forbidden` without a recent proof, `Conflict` for the last way in. */
export async function removeOwnPasskey(
  context: RouterContext,
  session: Session,
  id: string,
): Promise<void> {
  if (!isRecentlyConfirmed(session)) throw new Forbidden("passkey.needsProof");
  const { db } = context.get(accountsContext);
  await removePasskey(db, session.user.id, id, getWaysIn(context));
}

/**
 * Whether the user may add a passkey now. It signs in without the code of a second factor, so that
 * adding one takes such a code.
 */
export async function mayAddPasskey(context: RouterContext, session: Session): Promise<boolean> {
  const { db } = context.get(accountsContext);
  return (await hasSecondFactor(db, session.user.id))
    ? isConfirmedByCode(session)
    : isRecentlyConfirmed(session);
}

async function requireProofOfFactors(context: RouterContext, session: Session): Promise<void> {
  if (await mayAddPasskey(context, session)) return;
  const isByPassword = isRecentlyConfirmed(session);
  throw new Forbidden(isByPassword ? "passkey.needsCode" : "passkey.needsProof");
}

async function bind<Options>(
  request: Request,
  context: RouterContext,
  { options, code }: { options: Options; code: string },
): Promise<Started<Options>> {
  const { passkeyCookie } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  return { options, headers: { "set-cookie": await passkeyCookie.add(request, code, secure) } };
}

async function readAttempt(request: Request, context: RouterContext, fields: unknown) {
  const { credential } = parseInput(usedPasskeySchema, fields);
  return {
    credential,
    codes: await readCodes(request, context),
    client: describeClient(request, context),
  };
}

function readCodes(request: Request, context: RouterContext): Promise<string[]> {
  const { secure } = context.get(requestContext);
  return context.get(servicesContext).passkeyCookie.read(request, secure);
}
