import { errorCode } from "~/errors/error-code";
import { startOutboundSpan } from "~/observability/outbound-span.server";
import {
  methodOf,
  ServiceFetchError,
  type ServiceFetch,
  type ServiceFetchLimits,
} from "./service-fetch";

/** Fetches configured URLs, which may be private. Refuses redirects, which are not configured. */
export function createOperatorFetch({ timeoutMs, maxBytes }: ServiceFetchLimits): ServiceFetch {
  return async (url, request = {}) => {
    const { headers = {}, body, signal } = request;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signals = signal === undefined ? [deadline] : [deadline, signal];
    const method = methodOf(request);
    const span = startOutboundSpan(method, url);
    let response: Response | undefined;
    try {
      response = await fetch(url, {
        headers,
        method,
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: AbortSignal.any(signals),
      });
      const text = await readText(response, maxBytes);
      span?.responded(response.status);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      span?.failed(errorCode(error));
      if (error instanceof ServiceFetchError) throw error;
      if (signal?.aborted === true)
        throw new ServiceFetchError("cancelled", "the request was cancelled", error);
      if (deadline.aborted)
        throw new ServiceFetchError(
          "timed-out",
          `no complete response within ${timeoutMs} ms`,
          error,
        );
      const kind = response === undefined ? "unreachable" : "cut-off";
      throw new ServiceFetchError(kind, failureMessage(error), error);
    }
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > maxBytes)
      throw new ServiceFetchError("too-large", `the response is larger than ${maxBytes} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function failureMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message === "" ? errorCode(cause) : cause.message;
}
