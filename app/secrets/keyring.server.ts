import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Place of a sealed value, which opens nowhere else. */
export interface SealedPlace {
  table: string;
  column: string;
  /** The primary key of the row, as the database writes it. */
  row: readonly (string | number)[];
}

/** The message names the place and the key's id, never the value. */
export class SecretError extends Error {
  override name = "SecretError";
}

/** Seals and opens secrets that the database stores. */
export interface Keyring {
  /** The id of the key that seals. */
  readonly keyId: string;
  has(keyId: string): boolean;
  seal(secret: string, place: SealedPlace): string;
  /** Throws `SecretError`. */
  open(sealed: string, place: SealedPlace): string;
}

const CIPHER = "aes-256-gcm";
const VERSION = "v1";
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
/** The sizes of NIST SP 800-38D: random nonces stay unique for 2^32 values of a key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]{38,})$/;

/**
 * Derives a key from each secret by HKDF. The first one seals and all of them open, so that secrets
 * can be replaced. The session secrets come after the operator's own.
 */
export function createKeyring(
  secretsKeys: readonly string[],
  sessionSecrets: readonly string[],
): Keyring {
  const derived = [...secretsKeys, ...sessionSecrets].map((secret) => ({
    id: derive(secret, "key id", KEY_ID_BYTES).toString("hex"),
    key: derive(secret, "key", KEY_BYTES),
  }));
  const [sealing] = derived;
  if (sealing === undefined) throw new Error("A keyring needs a secret.");
  const keys = new Map(derived.map(({ id, key }) => [id, key]));

  return {
    keyId: sealing.id,
    has: (keyId) => keys.has(keyId),
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(associatedData(sealing.id, place));
      const bytes = [nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${sealing.id}.${Buffer.concat(bytes).toString("base64url")}`;
    },
    open(sealed, place) {
      const [, keyId, text] = SEALED.exec(sealed) ?? [];
      if (keyId === undefined || text === undefined)
        throw new SecretError(`${placeName(place)} is not a sealed value.`);
      const key = keys.get(keyId);
      if (key === undefined)
        throw new SecretError(`${placeName(place)} does not open: ${missingKey(keyId)}`);
      const bytes = Buffer.from(text, "base64url");
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(associatedData(keyId, place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([secret, decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new SecretError(
          `${placeName(place)} does not open: it was changed, or copied from another row.`,
          { cause },
        );
      }
    },
  };
}

/** What the operator is told when values are sealed with a key that is not there. */
export function missingKey(keyId: string): string {
  return `the key ${keyId} is missing. Add the secret that it was made from to SECRETS_KEY.`;
}

/** A SQL pattern of the values that a key sealed. */
export function sealedPattern(keyId: string): string {
  return `${VERSION}.${keyId}.%`;
}

function derive(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `akari secrets: ${purpose}`, bytes));
}

function associatedData(keyId: string, { table, column, row }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, table, column, ...row.map(String)]));
}

function placeName({ table, column, row }: SealedPlace): string {
  return `${table}.${column} of ${row.join(", ")}`;
}
