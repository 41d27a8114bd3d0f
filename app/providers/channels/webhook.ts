import { createHmac, randomBytes } from "node:crypto";
import type { ChannelMessage, ChannelRequest } from "./channel-message";

export interface WebhookTarget {
  kind: "webhook";
  url: string;
  secret: string;
  /** The secret before it, and the time in milliseconds until which it signs too. */
  previous: { secret: string; until: number } | null;
}

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
/** How long a replaced secret signs, so that a receiver can change it meanwhile. */
const ROTATION_MS = 24 * 60 * 60_000;

/** A secret of Standard Webhooks: `whsec_` and base64. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Replaces the secret; the one before it also signs for a day. */
export function rotateWebhookSecret(target: WebhookTarget, now: Date): WebhookTarget {
  return {
    ...target,
    secret: createWebhookSecret(),
    previous: { secret: target.secret, until: now.getTime() + ROTATION_MS },
  };
}

/** Signs as Standard Webhooks has it (standardwebhooks.com, specification 1.0). */
export function webhookRequest(
  { url, secret, previous }: WebhookTarget,
  { id, event: { type, at, data } }: ChannelMessage,
  now: Date,
): ChannelRequest {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: data() });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const secrets =
    previous !== null && now.getTime() < previous.until ? [secret, previous.secret] : [secret];
  return {
    url: new URL(url),
    headers: {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": secrets
        .map((key) => `v1,${signature(key, `${id}.${timestamp}.${body}`)}`)
        .join(" "),
    },
    body,
  };
}

function signature(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(text).digest("base64");
}
