import {
  createECDH,
  createPrivateKey,
  randomBytes,
  sign,
  type ECDH,
  type KeyObject,
} from "node:crypto";
import { encrypt } from "http_ece";
import type { ChannelMessage, ChannelRequest } from "./channel-message";

/** A browser's PushSubscription. */
export interface PushTarget {
  kind: "push";
  /** The endpoint. */
  url: string;
  /** The browser's public key and its authentication secret, in base64url. */
  p256dh: string;
  auth: string;
}

/** The keys by which push services know this site (RFC 8292). */
export interface Vapid {
  /** An uncompressed point of P-256 and its private number, in base64url. */
  publicKey: string;
  privateKey: string;
  /** An https or mailto URL of the people who run the site. */
  subject: string;
}

export const PUSH_CURVE = "prime256v1";
/** A message that could not be delivered for as long is of no use any more. */
const TTL_SECONDS = 24 * 60 * 60;
/** The lifetime of a token; push services take at most a day. */
const TOKEN_SECONDS = 12 * 60 * 60;
/** Push services take 3,993 bytes, and these characters have four at most. */
const MAX_TITLE_LENGTH = 150;
const MAX_BODY_LENGTH = 600;

/** Sends what the site's service worker shows (RFC 8030). */
export function pushRequest(
  target: PushTarget,
  { card }: ChannelMessage,
  authorize: PushAuthorizer,
  now: Date,
): ChannelRequest {
  const url = new URL(target.url);
  const shown = {
    ...card,
    title: [...card.title].slice(0, MAX_TITLE_LENGTH).join(""),
    body: [...card.body].slice(0, MAX_BODY_LENGTH).join(""),
  };
  return {
    url,
    headers: {
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(TTL_SECONDS),
      urgency: "normal",
      topic: card.tag,
      authorization: authorize(url.origin, now),
    },
    body: encryptPush(Buffer.from(JSON.stringify(shown)), target),
  };
}

interface Sender {
  salt: Buffer;
  keys: ECDH;
}

/** Encrypts for a browser (RFC 8291); the sender's salt and keys are of this message alone. */
export function encryptPush(
  text: Buffer,
  { p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">,
  { salt, keys }: Sender = newSender(),
): Buffer {
  return encrypt(text, {
    version: "aes128gcm",
    privateKey: keys,
    dh: Buffer.from(p256dh, "base64url"),
    authSecret: Buffer.from(auth, "base64url"),
    salt,
  });
}

function newSender(): Sender {
  const keys = createECDH(PUSH_CURVE);
  keys.generateKeys();
  return { salt: randomBytes(16), keys };
}

/** Returns the `Authorization` of requests to a push service, by its origin. */
export type PushAuthorizer = (audience: string, now: Date) => string;

/** Identifies the site by its keys. It signs once per push service, and is used for a run alone. */
export function createPushAuthorizer({ publicKey, privateKey, subject }: Vapid): PushAuthorizer {
  const point = Buffer.from(publicKey, "base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: {
      ...{ kty: "EC", crv: "P-256", d: privateKey },
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const tokens = new Map<string, string>();
  return (audience, now) => {
    const token = tokens.get(audience) ?? vapidToken(key, { audience, subject, now });
    tokens.set(audience, token);
    return `vapid t=${token}, k=${publicKey}`;
  };
}

/** A JSON Web Token that ES256 signs (RFC 7515, RFC 8292). */
function vapidToken(
  key: KeyObject,
  { audience, subject, now }: { audience: string; subject: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS;
  const unsigned = [
    { typ: "JWT", alg: "ES256" },
    { aud: audience, exp, sub: subject },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(unsigned), { key, dsaEncoding: "ieee-p1363" });
  return `${unsigned}.${signature.toString("base64url")}`;
}
