export type ResponseKind = "data" | "media" | "script" | "wasm";

/** The others are used by the player's frames. */
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

/** Applies if a browser opens it as a document. */
const INERT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Other sites may embed proxied and uploaded media only. */
export const KIND_HEADERS = {
  data: {
    "content-security-policy": INERT_POLICY,
    "cross-origin-resource-policy": "same-origin",
  },
  media: {
    "content-security-policy": INERT_POLICY,
    "cross-origin-resource-policy": "cross-origin",
  },
  /** Workers take the policy of their script; the service worker fetches. */
  script: {
    "content-security-policy":
      "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
  },
  /** The worker that renders subtitles compiles WebAssembly; pages may not. */
  wasm: {
    "content-security-policy":
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
  },
} as const satisfies Record<ResponseKind, Readonly<Record<string, string>>>;

/** SVG with embedded images: inert and not indexed. */
export const PICTURE_HEADERS = {
  "content-type": "image/svg+xml; charset=utf-8",
  "content-security-policy": `${INERT_POLICY}; img-src data:`,
  "x-robots-tag": "noindex",
} as const;

export const BASE_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  ...KIND_HEADERS.data,
};

export const CSP_REPORT_PATH = "/api/cspReport";

/** Two years, as the preload list requires. Sent over HTTPS only. */
export const STRICT_TRANSPORT_SECURITY = "max-age=63072000; includeSubDomains";

/**
 * Without Vite `env` is undefined. Vite's HMR uses a WebSocket on another port and writes markup.
 */
const IS_DEVELOPMENT = import.meta.env?.MODE === "development";

/** `dompurify` is Swagger UI's; `app/ui/trusted-types.ts` creates the others. */
const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  "trusted-types default inert-markup dompurify",
];

/** Inline styles are for placeholder colors. `formTargets` are origins that forms redirect to. */
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
    // hls.js creates subtitle tracks with an empty `data:` URL.
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
    // For browsers without the Reporting API.
    `report-uri ${CSP_REPORT_PATH}`,
    "report-to csp",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "reporting-endpoints": `csp="${CSP_REPORT_PATH}"`,
  };
}
