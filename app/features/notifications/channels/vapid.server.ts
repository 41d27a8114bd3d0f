import { createECDH } from "node:crypto";
import { PUSH_CURVE, type Vapid } from "~/providers/channels/push";
import type { Keyring, SealedPlace } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";
import { pushKeys } from "~db/schema";

type VapidKeys = Omit<Vapid, "subject">;

const PLACE: SealedPlace = { table: "push_keys", column: "private_key_sealed", row: ["1"] };

/** Reads the site's keys for push services, which the first call makes. Throws `SecretError`. */
export async function readVapidKeys(db: Database, keyring: Keyring): Promise<VapidKeys> {
  const stored = await findKeys(db, keyring);
  if (stored !== null) return stored;
  const keys = createECDH(PUSH_CURVE);
  keys.generateKeys();
  const privateKey = padded(keys.getPrivateKey()).toString("base64url");
  await db
    .insert(pushKeys)
    .values({
      publicKey: keys.getPublicKey("base64url"),
      privateKeySealed: keyring.seal(privateKey, PLACE),
    })
    .onConflictDoNothing();
  const made = await findKeys(db, keyring);
  if (made === null) throw new Error("The keys for push services were deleted.");
  return made;
}

async function findKeys(db: Database, keyring: Keyring): Promise<VapidKeys | null> {
  const [row] = await db.select().from(pushKeys);
  if (row === undefined) return null;
  return { publicKey: row.publicKey, privateKey: keyring.open(row.privateKeySealed, PLACE) };
}

/** Node leaves out leading zeros, which a JSON Web Key has (RFC 7518, section 6.2.2.1). */
function padded(number: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - number.length), number]);
}
