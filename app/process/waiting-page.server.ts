import { createHash } from "node:crypto";
import { escapeUTF8 } from "entities";
import type { ErrorMessage } from "~/i18n/error-message";
import { errorText } from "~/i18n/error-text.server";
import { DEFAULT_LOCALE, type Locale } from "~/i18n/locales";
import { negotiateLocale } from "~/i18n/negotiate-locale.server";
import { readVisitorSettings } from "~/http/viewer/visitor-settings-cookie.server";
import type { StartStep, StartTask } from "./start-progress";

/** Why a page has to wait, and what it says besides. */
export type Wait =
  | { reason: "starting"; step: StartStep }
  | { reason: "stopping" }
  | { reason: "busy"; text: (locale: Locale) => string };

interface WaitingRequest {
  method: string;
  acceptLanguage: string | null;
  cookie: string | null;
}

const HEADINGS = {
  starting: "waiting.starting",
  stopping: "waiting.stopping",
  busy: "waiting.busy",
} as const satisfies Record<Wait["reason"], ErrorMessage>;

const TASKS = {
  opening: "waiting.opening",
  reaching: "waiting.reaching",
  migrating: "waiting.migrating",
  indexing: "waiting.indexing",
  filling: "waiting.filling",
} as const satisfies Record<StartTask, ErrorMessage>;

/** Seconds between two loads. While the site stops, its port soon closes, and a load would fail. */
const RELOAD_SECONDS: Readonly<Record<Wait["reason"], number>> = {
  starting: 2,
  stopping: 10,
  busy: 5,
};

/** The colours are those of `theme.css`, which cannot be loaded yet. */
const STYLE = `
:root{color-scheme:dark;--paper:light-dark(oklch(.985 .004 90),oklch(.17 .009 268));--ink:light-dark(oklch(.23 .018 268),oklch(.955 .007 90));--soft:light-dark(oklch(.42 .017 268),oklch(.79 .011 90));--rule:light-dark(oklch(.895 .007 90),oklch(.285 .012 268));--accent:light-dark(#0054e1,#548cf2)}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=system]{color-scheme:light dark}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:2rem 1.5rem;background:var(--paper);color:var(--ink);font:1rem/1.6 "Figtree Variable",Figtree,system-ui,sans-serif}
main{width:min(26rem,100%)}
svg{display:block;width:1.25rem;height:3.5rem;margin-bottom:2rem}
h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.25rem);line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
p{margin-top:.75rem;color:var(--soft)}
progress{appearance:none;display:block;width:100%;height:.375rem;margin-top:1.5rem;border:0;border-radius:1rem;background:var(--rule);overflow:hidden}
progress::-webkit-progress-bar{background:var(--rule)}
progress::-webkit-progress-value{background:var(--accent);border-radius:1rem}
progress::-moz-progress-bar{background:var(--accent);border-radius:1rem}
.part{margin-top:.5rem;font-variant-numeric:tabular-nums}
.hint{margin-top:1.5rem;font-size:.875rem}
@media (prefers-reduced-motion:no-preference){circle{animation:glow 2s ease-in-out infinite}}
@keyframes glow{50%{opacity:.35}}
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The "i" of the name, whose dot is the light. */
const MARK =
  '<svg viewBox="11.5 2.5 9 25.5" aria-hidden="true"><circle cx="16" cy="7" r="4.5" fill="var(--accent)"/><rect x="12.5" y="14" width="7" height="14" rx="1" fill="var(--ink)"/></svg>';

/**
 * A page for browsers that needs no script and no file of the site. It loads itself again, unless
 * it responds to a form, whose content only the browser's "back" still has. By a header: a reload
 * in the document counts as a timed redirect for assistive programs.
 */
export function waitingPage(request: WaitingRequest, wait: Wait) {
  const settings = readVisitorSettings(request.cookie);
  const locale = settings.locale ?? negotiateLocale(request.acceptLanguage) ?? DEFAULT_LOCALE;
  const say = (message: ErrorMessage) => escapeUTF8(errorText(message, locale));
  const reloads = request.method === "GET" || request.method === "HEAD";
  const heading = say(HEADINGS[wait.reason]);
  const html = [
    `<!doctype html><html lang="${locale}" data-theme="${settings.theme}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">',
    `<title>${heading}</title><style>${STYLE}</style></head>`,
    `<body><main>${MARK}<h1>${heading}</h1>${details(wait, locale)}`,
    `<p class="hint">${say(reloads ? "waiting.reloads" : "waiting.notSaved")}</p>`,
    "</main></body></html>",
  ].join("");
  return { html, headers: headersOf(RELOAD_SECONDS[wait.reason], reloads) };
}

/** Programs and the site's own scripts are told in JSON. */
export function wantsWaitingPage(path: string, accept: string | null): boolean {
  return !path.startsWith("/api/") && accept?.includes("text/html") === true;
}

function details(wait: Wait, locale: Locale): string {
  if (wait.reason === "stopping") return "";
  if (wait.reason === "busy") return `<p>${escapeUTF8(wait.text(locale))}</p>`;
  const { task, part } = wait.step;
  const paragraph = `<p>${escapeUTF8(errorText(TASKS[task], locale))}</p>`;
  if (part === undefined) return paragraph;
  const { number, total } = part;
  const text = escapeUTF8(errorText({ key: "waiting.part", values: { number, total } }, locale));
  return `${paragraph}<progress value="${number}" max="${total}" aria-label="${text}"></progress><p class="part" aria-hidden="true">${text}</p>`;
}

function headersOf(seconds: number, reloads: boolean): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": POLICY,
    "cache-control": "private, no-store",
    "retry-after": String(seconds),
    ...(reloads ? { refresh: String(seconds) } : {}),
  };
}
