import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { and, eq, lt } from "drizzle-orm";
import { AppError, Forbidden, Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { confirmSession, createSession, type Client } from "~/features/accounts/sessions.server";
import type { AttemptOutcome } from "~/features/accounts/sign-in/failure-counts";
import type { SignInThrottle } from "~/features/accounts/sign-in/sign-in-throttle";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import type { Database, Transaction } from "~db/client.server";
import { passkeys, users } from "~db/schema";
import {
  CHALLENGE_LIFETIME_MS,
  createChallenge,
  takeChallenge,
  type Ceremony,
} from "./challenges.server";
import type { AssertedCredential } from "./passkey-input";
import type { RelyingParty } from "./relying-party";

interface PasskeyTools {
  db: Database;
  throttle: SignInThrottle;
}

/** Says what to ask an authenticator for: any passkey of the site, or one of the user's. */
export async function requestPasskey(
  db: Database,
  { id: rpID }: RelyingParty,
  ceremony: Ceremony,
  now = new Date(),
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; code: string }> {
  const own =
    ceremony.userId === null
      ? []
      : await db
          .select({ id: passkeys.id, transports: passkeys.transports })
          .from(passkeys)
          .where(and(eq(passkeys.userId, ceremony.userId), eq(passkeys.relyingParty, rpID)));
  const { challenge, code } = await createChallenge(db, ceremony, now);
  const options = await generateAuthenticationOptions({
    rpID,
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    userVerification: "required",
    allowCredentials: own,
  });
  return { options, code };
}

interface Attempt {
  credential: AssertedCredential;
  /** What the browser's cookie holds. */
  codes: readonly string[];
  client: Client;
}

/**
 * Opens a session without a second step, since a passkey is two factors: the authenticator, and the
 * PIN or finger that it has verified. Throws `AppError` (unauthenticated) for one that is refused,
 * `Forbidden` for a disabled account, `Busy` when too many attempts are queued.
 */
export function signInWithPasskey(
  tools: PasskeyTools,
  party: RelyingParty,
  attempt: Attempt,
  now = new Date(),
): Promise<CreatedSession> {
  const ceremony = { purpose: "sign-in", userId: null } as const;
  return usePasskey(tools, { party, ceremony, attempt, now }, async (tx, userId) => {
    const { id, expiresAt } = await createSession(tx, userId, attempt.client, now, {
      byCode: true,
    });
    return { userId, sessionId: id, expiresAt };
  });
}

/** Records the proof of a session's user, also for what needs a code. Throws `Invalid`. */
export function confirmByPasskey(
  tools: PasskeyTools,
  party: RelyingParty,
  { userId, idHash, ...attempt }: Attempt & { userId: string; idHash: string },
  now = new Date(),
): Promise<void> {
  const ceremony = { purpose: "confirm", userId } as const;
  return usePasskey(tools, { party, ceremony, attempt, now }, (tx) =>
    confirmSession(tx, idHash, { byCode: true, now }),
  );
}

interface Use {
  party: RelyingParty;
  ceremony: Ceremony;
  attempt: Attempt;
  now: Date;
}

async function usePasskey<Result>(
  { db, throttle }: PasskeyTools,
  use: Use,
  finish: (tx: Transaction, userId: string) => Promise<Result>,
): Promise<Result> {
  const { ceremony, attempt, now } = use;
  const { credential, codes, client } = attempt;
  const passkey = await findPasskey(db, credential.id);
  // Failures count together with those of the account's password.
  const leave = await throttle.enter(passkey?.emailKey ?? `passkey ${credential.id}`, client.key);
  let outcome: AttemptOutcome = "unknown";
  try {
    const { challenge } = credential.response.clientDataJSON;
    const isOpen = await takeChallenge(db, ceremony, { challenge, codes }, now);
    const reason = isOpen ? await findObstacle(use, passkey) : "challenge";
    const finished =
      passkey === null || reason !== null
        ? null
        : await db.transaction(async (tx) => {
            if (!(await recordUse(tx, passkey, readFlags(credential), now))) return null;
            return { result: await finish(tx, passkey.userId) };
          });
    outcome = finished === null ? "failed" : "succeeded";
    if (finished !== null) return finished.result;
    if (passkey !== null)
      await recordAudit(
        db,
        { via: "site" },
        {
          action: "passkey.refused",
          subjectId: passkey.userId,
          details: { reason: reason ?? "counter" },
        },
      );
    const message = isOpen ? "passkey.refused" : "passkey.expired";
    throw ceremony.purpose === "sign-in"
      ? new AppError("unauthenticated", message)
      : new Invalid([{ path: "credential", message }]);
  } finally {
    await leave(outcome);
  }
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

async function findPasskey(db: Database, id: string) {
  const [row] = await db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      publicKey: passkeys.publicKey,
      handle: users.passkeyHandle,
      emailKey: users.emailKey,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.id, id));
  return row ?? null;
}

/** Why the passkey is not accepted (WebAuthn Level 3, section 7.2), its counter apart. */
async function findObstacle(
  { party, ceremony, attempt: { credential } }: Use,
  passkey: StoredPasskey | null,
): Promise<"unknown" | "user" | "response" | null> {
  if (passkey === null) return "unknown";
  if (ceremony.userId !== null && ceremony.userId !== passkey.userId) return "user";
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  // Where the user is not known, the authenticator has to name them.
  if ((userHandle ?? (ceremony.userId === null ? null : passkey.handle)) !== passkey.handle)
    return "user";
  if (clientDataJSON.crossOrigin === true) return "response";
  const isVerified = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { clientDataJSON: clientDataJSON.text, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: clientDataJSON.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // `recordUse` compares the counters, where concurrent attempts wait for each other.
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: 0,
    },
  }).then(
    ({ verified }) => verified,
    () => false,
  );
  return isVerified ? null : "response";
}

interface AssertedFlags {
  counter: number;
  synced: boolean;
}

const BACKED_UP = 0x10;

/** Reads authenticator data (section 6.1): 32 bytes of hash, one of flags, four of the counter. */
function readFlags({ response }: AssertedCredential): AssertedFlags {
  const data = Buffer.from(response.authenticatorData, "base64url");
  return { counter: data.readUInt32BE(33), synced: (data.readUInt8(32) & BACKED_UP) !== 0 };
}

/**
 * Returns false for a counter that does not rise, as that of a copy would, and for a passkey that
 * was removed meanwhile. The counter of a synced passkey stays at zero.
 */
async function recordUse(
  tx: Transaction,
  { id, userId }: StoredPasskey,
  { counter, synced }: AssertedFlags,
  now: Date,
): Promise<boolean> {
  const [user] = await tx
    .select({ disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("share");
  if (user === undefined) return false;
  if (user.disabledAt !== null) throw new Forbidden("account.disabled");
  const rises = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await tx
    .update(passkeys)
    .set({ counter, synced, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId), rises))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
