import { AppError, Busy, Cancelled, Invalid } from "~/errors/app-error";
import type { Outbound } from "./guarded-fetch.server";
import {
  methodOf,
  ServiceFetchError,
  type ServiceFetch,
  type ServiceFetchFailure,
  type ServiceFetchLimits,
} from "./service-fetch";

interface GuardedServiceFetchOptions extends ServiceFetchLimits {
  /** Headers of responses that a client reads beside those that proxies pass on, in lower case. */
  responseHeaders?: readonly string[];
}

/**
 * Fetches from services whose URL no operator has set, on public hosts only. Redirects are not
 * followed: they could lead a token to another host.
 */
export function createGuardedServiceFetch(
  outbound: Pick<Outbound, "fetch">,
  { timeoutMs, maxBytes, responseHeaders = [] }: GuardedServiceFetchOptions,
): ServiceFetch {
  return async (url, request = {}) => {
    const { headers = {}, body, signal } = request;
    const isForm = body instanceof URLSearchParams;
    let hasResponded = false;
    try {
      const response = await outbound.fetch(url.href, {
        method: methodOf(request),
        ownHeaders: {
          ...(isForm ? { "content-type": "application/x-www-form-urlencoded" } : {}),
          ...headers,
        },
        responseHeaders,
        deadlineMs: timeoutMs,
        maxBytes,
        ...(body === undefined ? {} : { body: body.toString() }),
        ...(signal === undefined ? {} : { signal }),
      });
      hasResponded = true;
      const text = new TextDecoder().decode(await response.bytes());
      return { status: response.status, headers: new Headers(response.headers), text };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ServiceFetchError(failureOf(error, hasResponded), error.message, error);
    }
  };
}

function failureOf(error: AppError, hasResponded: boolean): ServiceFetchFailure {
  if (error instanceof Cancelled) return "cancelled";
  if (error instanceof Busy) return "busy";
  if (error.texts.includes("source.timeout")) return "timed-out";
  if (error instanceof Invalid)
    return error.texts.includes("source.tooLarge") ? "too-large" : "refused";
  return hasResponded ? "cut-off" : "unreachable";
}
