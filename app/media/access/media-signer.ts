import { createHmac, timingSafeEqual } from "node:crypto";

/** Who a URL is for: a session, or the network of a visitor. */
export type MediaViewer = `session:${string}` | `network:${string}`;

/** What a URL opens: one file with all that is made from it, or a folder of a stream's files. */
export interface MediaScope {
  kind: "file" | "folder";
  /** Decoded segments of the path. */
  path: readonly string[];
}

export interface MediaSigner {
  /** A token for the URL's path; valid for twelve to thirteen hours. */
  sign(scope: MediaScope, viewer: MediaViewer): string;
  /**
   * The scope of a valid token that covers the path, for one of the viewers; null for a forged, a
   * foreign and an expired one.
   */
  verify(
    token: string,
    path: readonly string[],
    viewers: readonly MediaViewer[],
  ): MediaScope | null;
  /** The scope that a token claims; null for a malformed one. Without any check. */
  scopeOf(token: string, path: readonly string[]): MediaScope | null;
}

const LIFETIME_SECONDS = 12 * 60 * 60;
/** Expiries are rounded up, so that a page that is loaded again has the same URLs. */
const ROUNDED_SECONDS = 60 * 60;
const MAC_BYTES = 18;
/** Kind, depth, expiry and MAC: a multiple of three, so base64url has no spare bits. */
const TOKEN_BYTES = 1 + 1 + 4 + MAC_BYTES;
const KINDS = ["file", "folder"] as const;

/**
 * Signs with the first secret, accepts any. The path is part of what is signed and the viewer is
 * not in the token, so a URL is of no use to others.
 */
export function createMediaSigner(
  secrets: readonly string[],
  now: () => number = () => Date.now(),
): MediaSigner {
  const [current = ""] = secrets;

  function macOf(secret: string, head: Buffer, path: readonly string[], viewer: string): Buffer {
    const text = ["media", head.toString("hex"), viewer, ...path].join("\0");
    return createHmac("sha256", `akari media ${secret}`)
      .update(text)
      .digest()
      .subarray(0, MAC_BYTES);
  }

  function scopeOf(bytes: Buffer, path: readonly string[]): MediaScope | null {
    const kind = KINDS[bytes[0] ?? -1];
    const depth = bytes[1] ?? 0;
    return kind === undefined || depth === 0 || depth > path.length
      ? null
      : { kind, path: path.slice(0, depth) };
  }

  return {
    sign({ kind, path }, viewer) {
      const head = Buffer.alloc(6);
      const expiry =
        Math.ceil((now() / 1000 + LIFETIME_SECONDS) / ROUNDED_SECONDS) * ROUNDED_SECONDS;
      head.writeUInt8(KINDS.indexOf(kind), 0);
      head.writeUInt8(path.length, 1);
      head.writeUInt32BE(expiry, 2);
      return Buffer.concat([head, macOf(current, head, path, viewer)]).toString("base64url");
    },
    verify(token, path, viewers) {
      const bytes = decode(token);
      const scope = bytes === null ? null : scopeOf(bytes, path);
      if (bytes === null || scope === null || bytes.readUInt32BE(2) * 1000 <= now()) return null;
      const head = bytes.subarray(0, 6);
      const mac = bytes.subarray(6);
      const isValid = viewers.some((viewer) =>
        secrets.some((secret) => timingSafeEqual(mac, macOf(secret, head, scope.path, viewer))),
      );
      return isValid ? scope : null;
    },
    scopeOf(token, path) {
      const bytes = decode(token);
      return bytes === null ? null : scopeOf(bytes, path);
    },
  };
}

function decode(token: string): Buffer | null {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  return bytes.length === TOKEN_BYTES ? bytes : null;
}
