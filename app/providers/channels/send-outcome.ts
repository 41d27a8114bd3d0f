import type { ServiceKind } from "./channel-target";

/**
 * Why a message was not accepted: an unexpected status, one by which a push service rejects the
 * keys of this site, or no response for this reason.
 */
export type SendProblem = "status" | "keys" | "refused" | "timed-out" | "unreachable";

/** `gone`: the service takes no message of this channel again. */
export type SendOutcome =
  | { result: "sent"; status: number }
  | { result: "gone"; status: number }
  | {
      result: "failed";
      /** The status of the response; null if no response came. */
      status: number | null;
      problem: SendProblem;
      /** The wait in milliseconds that the service asks for; null unless it does. */
      retryAfterMs: number | null;
      /** Whether the service would accept no other message either now. */
      isDown: boolean;
    };

interface ChannelResponse {
  status: number;
  /** The header `Retry-After`; null without one. */
  retryAfter: string | null;
  /** The beginning of the body; empty if it was not read. */
  text: string;
}

/**
 * What Discord answers for a deleted webhook, Telegram for a bot that the user blocked, and a push
 * service for a subscription that has ended.
 */
const GONE: Partial<Record<ServiceKind, number>> = { discord: 404, telegram: 403, push: 404 };
const HTTP_GONE = 410;
/** What Apprise's API answers for a configuration that does not exist. */
const APPRISE_NOTHING = 204;
/** What a push service answers to a wrong token (RFC 8292, section 4.2). */
const WRONG_KEYS = [400, 401, 403];
/** Too many requests, and the statuses by which a proxy reports that the service is down. */
const DOWN = [429, 502, 503, 504];
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

export function outcomeOf(
  kind: ServiceKind,
  { status, retryAfter, text }: ChannelResponse,
  now: Date,
): SendOutcome {
  const isNothing = kind === "apprise" && status === APPRISE_NOTHING;
  if (status >= 200 && status < 300 && !isNothing) return { result: "sent", status };
  if (status === HTTP_GONE || status === GONE[kind]) return { result: "gone", status };
  const asked = retryAfterHeader(retryAfter, now) ?? retryAfterBody(text);
  return {
    result: "failed",
    status,
    problem: kind === "push" && WRONG_KEYS.includes(status) ? "keys" : "status",
    retryAfterMs: asked === null ? null : Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS),
    isDown: DOWN.includes(status),
  };
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterHeader(text: string | null, now: Date): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at - now.getTime();
}

/** Seconds as Discord (`retry_after`) and Telegram (`parameters.retry_after`) have them. */
function retryAfterBody(text: string): number | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const seconds = field(body, "retry_after") ?? field(field(body, "parameters"), "retry_after");
  return typeof seconds === "number" && seconds >= 0 ? Math.ceil(seconds * 1000) : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
