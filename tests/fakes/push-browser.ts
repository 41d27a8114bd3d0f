import { createECDH, randomBytes } from "node:crypto";
import { decrypt } from "http_ece";
import { PUSH_CURVE } from "~/providers/channels/push";

/** A browser that is subscribed at a push service, and decrypts what that one was sent. */
export function createPushBrowser() {
  const keys = createECDH(PUSH_CURVE);
  const p256dh = keys.generateKeys("base64url");
  const authSecret = randomBytes(16);
  return {
    keys: { p256dh, auth: authSecret.toString("base64url") },
    read: (body: Buffer) =>
      JSON.parse(
        decrypt(body, { version: "aes128gcm", privateKey: keys, authSecret }).toString(),
      ) as Record<string, unknown>,
  };
}
