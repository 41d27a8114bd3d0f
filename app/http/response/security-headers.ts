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

/** Runs and loads nothing, should a browser open it as a document. */
const INERT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Other sites may show proxied and uploaded media; everything else is for this origin only. */
export const KIND_HEADERS = {
  data: {
    "content-security-policy": INERT_POLICY,
    "cross-origin-resource-policy": "same-origin",
  },
  /** Untrusted bytes: the proxies' and the uploaded images. */
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

/** A drawn picture with images inside: inert, and not for search engines. */
export const PICTURE_HEADERS = {
  "content-type": "image/svg+xml; charset=utf-8",
  "content-security-policy": `${INERT_POLICY}; img-src data:`,
  "x-robots-tag": "noindex",
} as const;

/** A kind other than `data` replaces two of them. */
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
 * Without Vite `env` is undefined. In development Vite's HMR uses a WebSocket on another port, and
 * writes markup.
 */
const IS_DEVELOPMENT = import.meta.env?.MODE === "development";

/** `dompurify` is Swagger UI's; `app/ui/trusted-types.ts` creates the others. */
const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  "trusted-types default inert-markup dompurify",
];

/**
 * Inline styles are for placeholder colors. `formTargets` are origins that the page's forms
 * redirect to.
 */
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
    // Browsers with the Reporting API use `report-to`.
    `report-uri ${CSP_REPORT_PATH}`,
    "report-to csp",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "reporting-endpoints": `csp="${CSP_REPORT_PATH}"`,
  };
}
