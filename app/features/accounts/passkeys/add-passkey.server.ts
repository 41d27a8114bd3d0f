import { randomBytes } from "node:crypto";
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
} from "@simplewebauthn/server";
import { COSEALG, decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { count, eq, sql } from "drizzle-orm";
import { Conflict, Forbidden, Invalid, Unauthenticated } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import { tellUser } from "~/features/accounts/tell-user.server";
import type { Database } from "~db/client.server";
import { passkeys, users } from "~db/schema";
import { CHALLENGE_LIFETIME_MS, createChallenge, takeChallenge } from "./challenges.server";
import type { PasskeyEntry } from "./manage-passkeys.server";
import { MAX_PASSKEYS, type CreatedCredential } from "./passkey-input";
import type { RelyingParty } from "./relying-party";

/** What every authenticator signs with. The site verifies them whatever its Node.js has besides. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

interface Adding<Options> {
  options: Options;
  code: string;
}

/**
 * Says what to ask an authenticator for, so that `addPasskey` can add its passkey. Throws
 * `Forbidden` for a managed profile, `Conflict` for a user at the limit.
 */
export async function startAdding(
  db: Database,
  { id: rpID, siteName }: RelyingParty & { siteName: string },
  { id: userId, email, name }: Pick<SessionUser, "id" | "email" | "name">,
  now = new Date(),
): Promise<Adding<PublicKeyCredentialCreationOptionsJSON>> {
  if (email === null) throw new Forbidden("household.noSignIn");
  const own = await db
    .select({ id: passkeys.id, relyingParty: passkeys.relyingParty })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  requireRoom(own.length);
  const handle = await readHandle(db, userId);
  const { challenge, code } = await createChallenge(db, { purpose: "add", userId }, now);
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID,
    userID: new Uint8Array(Buffer.from(handle, "base64url")),
    userName: email,
    userDisplayName: name,
    challenge,
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: "none",
    excludeCredentials: own
      .filter(({ relyingParty }) => relyingParty === rpID)
      .map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { options, code };
}

interface NewPasskey {
  userId: string;
  name: string;
  credential: CreatedCredential;
  /** What the browser's cookie holds. */
  codes: readonly string[];
}

/**
 * Throws `Invalid` for a challenge that is used up, expired or another ceremony's and for what an
 * authenticator did not make for this site, `Conflict` for a passkey that exists and the
 * twenty-first.
 */
export async function addPasskey(
  db: Database,
  party: RelyingParty,
  { userId, name, credential, codes }: NewPasskey,
  now = new Date(),
): Promise<PasskeyEntry> {
  const { challenge, crossOrigin } = credential.response.clientDataJSON;
  const ceremony = { purpose: "add", userId } as const;
  const isOpen = await takeChallenge(db, ceremony, { challenge, codes }, now);
  const info =
    isOpen && crossOrigin !== true ? await verify(party, credential).catch(() => null) : null;
  if (info === null) {
    const reason = isOpen ? "response" : "challenge";
    const event = { action: "passkey.refused", subjectId: userId, details: { reason } } as const;
    await recordAudit(db, { via: "page", userId }, event);
    throw new Invalid([
      { path: "credential", message: isOpen ? "passkey.notAdded" : "passkey.expired" },
    ]);
  }
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (user === undefined) throw new Unauthenticated();
    if (user.email === null) throw new Forbidden("household.noSignIn");
    const [own] = await tx
      .select({ passkeys: count() })
      .from(passkeys)
      .where(eq(passkeys.userId, userId));
    requireRoom(own?.passkeys ?? 0);
    const [added] = await tx
      .insert(passkeys)
      .values({
        id: info.credential.id,
        userId,
        publicKey: Buffer.from(info.credential.publicKey).toString("base64url"),
        relyingParty: party.id,
        counter: info.credential.counter,
        transports: credential.response.transports ?? [],
        synced: info.credentialBackedUp,
        name,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (added === undefined) throw new Conflict("passkey.isHere");
    await recordAudit(tx, { via: "page", userId }, { action: "passkey.added", subjectId: userId });
    await tellUser(tx, userId, "passkeyAdded");
    return { ...added, isUsable: true };
  });
}

async function verify({ id, origin }: RelyingParty, credential: CreatedCredential) {
  const { clientDataJSON, attestationObject } = credential.response;
  requireNoCertificates(attestationObject);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: { clientDataJSON: clientDataJSON.text, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: clientDataJSON.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return verified ? registrationInfo : null;
}

/**
 * An attestation was not asked for. Browsers leave self attestation (WebAuthn Level 3, section
 * 5.1.3); of anything else, the library would read certificates and fetch the lists that they name.
 */
function requireNoCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, "base64url")),
  );
  const format = decoded.get("fmt");
  const isSelf = format === "packed" && decoded.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isSelf) throw new Error("The attestation has certificates.");
}

/** Returns WebAuthn's `user.id`, made when it is needed first: never the id or the address. */
async function readHandle(db: Database, userId: string): Promise<string> {
  const fresh = randomBytes(64).toString("base64url");
  const [row] = await db
    .update(users)
    .set({ passkeyHandle: sql`coalesce(${users.passkeyHandle}, ${fresh})` })
    .where(eq(users.id, userId))
    .returning({ handle: users.passkeyHandle });
  if (row === undefined) throw new Unauthenticated();
  return row.handle ?? fresh;
}

function requireRoom(existing: number): void {
  if (existing >= MAX_PASSKEYS)
    throw new Conflict({ key: "passkey.tooMany", values: { max: MAX_PASSKEYS } });
}
