import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * A session, a visitor's network, or a local network: devices there have other addresses, and no
 * session.
 */
export type MediaViewer = `session:${string}` | `network:${string}` | `local:${string}`;

/**
 * What a signature covers: a file with its derivatives, a playlist with the files that it refers
 * to, or a file to download.
 */
export interface MediaScope {
  kind: "file" | "playlist" | "download";
  path: readonly string[];
}

export interface MediaSigner {
  /** Signs a scope for twelve to thirteen hours. */
  sign(scope: MediaScope, viewer: MediaViewer): string;
  /**
   * Returns what the token opens, or null unless it is valid for the path and one of the viewers.
   */
  verify(
    token: string,
    path: readonly string[],
    viewers: readonly MediaViewer[],
  ): MediaScope | null;
  /** Returns the scope unverified; null if malformed. */
  scopeOf(token: string, path: readonly string[]): MediaScope | null;
}

const LIFETIME_SECONDS = 12 * 60 * 60;
/** Seconds to which the end is rounded up, so that a reloaded page has the same URLs. */
const ROUNDED_SECONDS = 60 * 60;
/** Clocks of instances differ, and are set back by as much. */
const CLOCK_SECONDS = 300;
const MAC_BYTES = 18;
/** Kind, depth, expiry, MAC; a multiple of three leaves no spare bits in base64url. */
const TOKEN_BYTES = 1 + 1 + 4 + MAC_BYTES;
const KINDS = ["file", "playlist", "download"] as const;

/**
 * Signs with the first secret, accepts any. The viewer is in the MAC only, so others cannot use the
 * URL.
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
      if (bytes === null || scope === null || !isCurrent(bytes.readUInt32BE(2), now())) return null;
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

/** Whether a token expires later, and not later than one that is signed now. */
function isCurrent(expiry: number, now: number): boolean {
  const left = expiry - now / 1000;
  return left > 0 && left <= LIFETIME_SECONDS + ROUNDED_SECONDS + CLOCK_SECONDS;
}

function decode(token: string): Buffer | null {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  return bytes.length === TOKEN_BYTES ? bytes : null;
}
