import { createECDH } from "node:crypto";
import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { PUSH_CURVE } from "~/providers/channels/push";

const MAX_ENDPOINT_LENGTH = 2_000;
const AUTH_BYTES = 16;

const endpoint = z
  .string(zodMessage("push.endpoint"))
  .max(
    MAX_ENDPOINT_LENGTH,
    zodMessage({ key: "source.urlTooLong", values: { max: MAX_ENDPOINT_LENGTH } }),
  );
const bytes = (text: string) =>
  /^[\w-]{1,100}={0,2}$/.test(text) ? Buffer.from(text, "base64url") : null;

/** What `PushSubscription.toJSON()` returns (Push API, section 8.2). */
export const pushSubscriptionSchema = z.object({
  endpoint,
  keys: z.object(
    {
      p256dh: z.string(zodMessage("push.p256dh")).refine(isPoint, zodMessage("push.p256dh")),
      auth: z
        .string(zodMessage("push.auth"))
        .refine((text) => bytes(text)?.length === AUTH_BYTES, zodMessage("push.auth")),
    },
    zodMessage("push.keys"),
  ),
  /** Whether it is only to start again what the user has. */
  renew: z.boolean(zodMessage({ key: "field.invalid", values: { field: "renew" } })).default(false),
});

export const pushEndpointSchema = z.object({ endpoint });

/** Whether it is a public key that Diffie-Hellman can use: an uncompressed point of the curve. */
function isPoint(text: string): boolean {
  const point = bytes(text);
  if (point?.length !== 65) return false;
  const keys = createECDH(PUSH_CURVE);
  keys.generateKeys();
  try {
    keys.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
