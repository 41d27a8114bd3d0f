import { errorCode } from "~/errors/error-code";
import { startOutboundSpan } from "~/observability/outbound-span.server";

export interface OperatorResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** After `cut-off`, the service had begun to respond. */
export type OperatorFetchFailure =
  | "unreachable"
  | "cut-off"
  | "timed-out"
  | "too-large"
  | "cancelled";

export class OperatorFetchError extends Error {
  override name = "OperatorFetchError";
  readonly kind: OperatorFetchFailure;

  constructor(kind: OperatorFetchFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface OperatorFetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

export type OperatorFetch = (
  url: URL,
  options?: {
    headers?: Record<string, string>;
    form?: URLSearchParams;
    signal?: AbortSignal;
  },
) => Promise<OperatorResponse>;

/** Fetches configured URLs, which may be private. Refuses redirects, which are not configured. */
export function createOperatorFetch({ timeoutMs, maxBytes }: OperatorFetchLimits): OperatorFetch {
  return async (url, { headers = {}, form, signal } = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signals = signal === undefined ? [deadline] : [deadline, signal];
    const method = form === undefined ? "GET" : "POST";
    const span = startOutboundSpan(method, url);
    let response: Response | undefined;
    try {
      response = await fetch(url, {
        headers,
        ...(form === undefined ? {} : { method, body: form }),
        redirect: "manual",
        signal: AbortSignal.any(signals),
      });
      const text = await readText(response, maxBytes);
      span?.responded(response.status);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      span?.failed(errorCode(error));
      if (error instanceof OperatorFetchError) throw error;
      if (signal?.aborted === true)
        throw new OperatorFetchError("cancelled", "the request was cancelled", error);
      if (deadline.aborted)
        throw new OperatorFetchError(
          "timed-out",
          `no complete response within ${timeoutMs} ms`,
          error,
        );
      const kind = response === undefined ? "unreachable" : "cut-off";
      throw new OperatorFetchError(kind, failureMessage(error), error);
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
      throw new OperatorFetchError("too-large", `the response is larger than ${maxBytes} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function failureMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message === "" ? errorCode(cause) : cause.message;
}
