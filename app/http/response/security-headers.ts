/** Headers of every answer. An answer that needs another value sets its own. */
export const BASE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
};

/** Two years, as the preload list asks for. Sent over HTTPS only, where the operator has shown that it works. */
export const STRICT_TRANSPORT_SECURITY = "max-age=63072000; includeSubDomains";

/** While developing Vite tells pages on a port of its own what has changed. */
const CONNECTIONS =
  import.meta.env.MODE === "development" ? "connect-src 'self' ws:" : "connect-src 'self'";

/**
 * The policy of a page: scripts are our files and the inline ones that carry this answer's nonce. Style attributes are
 * allowed because placeholders colour themselves by them; they cannot run anything.
 */
export function pagePolicy(nonce: string, formTargets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // hls.js gives each subtitle track an empty `data:` file, which it fills itself.
    "media-src 'self' blob: data:",
    "font-src 'self'",
    CONNECTIONS,
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "frame-src https://www.youtube-nocookie.com",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
