export const BASE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
};

/** Two years, as the preload list requires. Sent over HTTPS only. */
export const STRICT_TRANSPORT_SECURITY = "max-age=63072000; includeSubDomains";

/**
 * `env` is undefined without Vite, as in benchmarks. In development Vite's HMR uses a WebSocket on
 * another port.
 */
const CONNECTIONS =
  import.meta.env?.MODE === "development" ? "connect-src 'self' ws:" : "connect-src 'self'";

/**
 * A page's Content-Security-Policy: scripts from this origin or with the nonce. Inline styles are
 * allowed for placeholder colors.
 */
export function pagePolicy(nonce: string, formTargets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // hls.js creates subtitle tracks with an empty `data:` URL.
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
