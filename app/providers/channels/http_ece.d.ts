declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface Parameters {
    version: "aes128gcm";
    /** The key pair of the side that runs. */
    privateKey: ECDH;
    /** The public key of the other side; in the header of what is decrypted. */
    dh?: Buffer;
    authSecret: Buffer;
    salt?: Buffer;
  }

  export function encrypt(text: Buffer, parameters: Parameters): Buffer;
  export function decrypt(body: Buffer, parameters: Parameters): Buffer;
}
