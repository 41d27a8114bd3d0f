import { href } from "react-router";
import { createHash } from "node:crypto";

export type ResponseKind = "data" | "media" | "script" | "wasm";

/** The player's frames use the others. */
const UNUSED_FEATURES = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

/** Forbids everything to a response that a browser opens as a document. */
const INERT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Other sites may embed only proxied and uploaded media. */
export const KIND_HEADERS = {
  data: {
    "content-security-policy": INERT_POLICY,
    "cross-origin-resource-policy": "same-origin",
  },
  media: {
    "content-security-policy": INERT_POLICY,
    "cross-origin-resource-policy": "cross-origin",
  },
  /** Workers take their script's policy; the service worker fetches and shows notifications. */
  script: {
    "content-security-policy":
      "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
  },
  /** The subtitle worker compiles WebAssembly. */
  wasm: {
    "content-security-policy":
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
  },
} as const satisfies Record<ResponseKind, Readonly<Record<string, string>>>;

/** SVG with embedded images, and with embedded fonts in `style`, its only style sheet. */
export function drawingHeaders(style: string) {
  const hash = createHash("sha256").update(style).digest("base64");
  return {
    "content-type": "image/svg+xml; charset=utf-8",
    "content-security-policy": `${INERT_POLICY}; img-src data:; font-src data:; style-src 'sha256-${hash}'`,
    "x-robots-tag": "noindex",
  } as const;
}

export const BASE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  ...KIND_HEADERS.data,
};

const CSP_REPORT_PATH = href("/api/cspReport");

/** Names of home and company networks (RFC 6761, 6762 and 8375, and ICANN's `internal`). */
const PRIVATE_NAME =
  /^[^.[\]]+$|\.(?:local|localhost|internal|lan|home|home\.arpa|intranet|corp)$/i;

/**
 * Whether a browser may remember that the origin's host has HTTPS. Other services have the same
 * private name in another network, or on another port. Browsers ignore it for IP addresses
 * (RFC 6797, section 8.1.1).
 */
export function mayHaveHsts(origin: string): boolean {
  return !PRIVATE_NAME.test(origin.replace(/^https:\/\//, "").replace(/:\d+$/, ""));
}

/**
 * Whether Vite serves the site; undefined without it. Its HMR uses another port and writes markup.
 */
const IS_DEVELOPMENT = import.meta.env?.MODE === "development";

/** `dompurify` is Swagger UI's; the others are in `app/ui/trusted-types.ts`. */
const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  "trusted-types default inert-markup dompurify",
];

/** Inline styles are placeholder colors. Forms redirect to `formTargets`. */
export function pageHeaders(
  nonce: string,
  formTargets: readonly string[] = [],
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // hls.js sets an empty `data:` URL.
    "media-src 'self' blob: data:",
    "font-src 'self'",
    IS_DEVELOPMENT ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "frame-src https://www.youtube-nocookie.com",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(IS_DEVELOPMENT ? [] : TRUSTED_TYPES),
    // Browsers that lack the Reporting API use this.
    `report-uri ${CSP_REPORT_PATH}`,
    "report-to csp",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "reporting-endpoints": `csp="${CSP_REPORT_PATH}"`,
  };
}
