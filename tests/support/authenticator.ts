import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** What a test wants otherwise than an honest authenticator and browser would do it. */
export interface Deviations {
  origin?: string;
  relyingParty?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  isPresent?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** The attestation's format and statement in CBOR; none without it. */
  attestation?: { format: string; statement: Buffer };
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

/** A passkey in memory with an ES256 key, whose browser is at `origin`. */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString("base64url");
  /** Synced passkeys do not count: theirs stays at zero. */
  counter = 0;
  userHandle = randomBytes(64).toString("base64url");
  #key: KeyObject;
  readonly #publicKey: Buffer;

  constructor(
    readonly origin: string,
    readonly isSynced = false,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // COSE_Key {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} (RFC 9053).
    this.#publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, "base64url")),
    ]);
  }

  /** Signs with the key of another passkey from now on. */
  takeKeyOf(other: SoftwarePasskey): void {
    this.#key = other.#key;
  }

  create(options: CreationOptions, deviations: Deviations = {}) {
    this.userHandle = options.user.id;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#authenticatorData(options.rp.id, HAS_CREDENTIAL, deviations),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const { format, statement } = deviations.attestation ?? {
      format: "none",
      statement: Buffer.from([0xa0]),
    };
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText("fmt"), cborText(format)],
      ...[cborText("attStmt"), statement],
      ...[cborText("authData"), cborBytes(data)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData("webauthn.create", options.challenge, deviations),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["internal", "hybrid"],
    });
  }

  use(options: RequestOptions, deviations: Deviations = {}) {
    if (!this.isSynced) this.counter += 1;
    const data = this.#authenticatorData(options.rpId, 0, deviations);
    const clientDataJSON = this.#clientData("webauthn.get", options.challenge, deviations);
    const hash = sha256(Buffer.from(clientDataJSON, "base64url"));
    const userHandle =
      deviations.userHandle === undefined ? this.userHandle : deviations.userHandle;
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, hash]), this.#key).toString("base64url"),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #credential<Response>(response: Response) {
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response,
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
    };
  }

  #authenticatorData(relyingParty: string, flags: number, deviations: Deviations): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviations.counter ?? this.counter);
    const all =
      flags |
      (deviations.isPresent === false ? 0 : PRESENT) |
      (deviations.isVerified === false ? 0 : VERIFIED) |
      (this.isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0);
    return Buffer.concat([
      sha256(Buffer.from(deviations.relyingParty ?? relyingParty)),
      Buffer.from([all]),
      counter,
    ]);
  }

  #clientData(type: string, challenge: string, deviations: Deviations): string {
    const data = {
      type: deviations.type ?? type,
      challenge: deviations.challenge ?? challenge,
      origin: deviations.origin ?? this.origin,
      crossOrigin: deviations.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString("base64url");
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** A byte string (RFC 8949, major type 2) of less than 64 KiB. */
export function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(0x40, bytes.length), bytes]);
}

/** A text (major type 3). */
export function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([cborHead(0x60, bytes.length), bytes]);
}

function cborHead(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([type | length]);
  if (length < 256) return Buffer.from([type | 24, length]);
  return Buffer.from([type | 25, length >> 8, length & 0xff]);
}
