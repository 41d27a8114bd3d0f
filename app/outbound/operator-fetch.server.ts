import { errorCode } from "~/errors/error-code";

/** What a server answered: status, headers, and a body that was read to its end. */
export interface OperatorAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Why there is no answer. */
export type OperatorFetchFailure = "unreachable" | "timed-out" | "too-large" | "cancelled";

/** A request that got no whole answer. The message is for logs and operators. */
export class OperatorFetchError extends Error {
  override name = "OperatorFetchError";
  readonly kind: OperatorFetchFailure;

  constructor(kind: OperatorFetchFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface OperatorFetchLimits {
  /** Milliseconds for the whole exchange, body included. */
  timeoutMs: number;
  /** Bytes of the decoded body. */
  maxBytes: number;
}

/** Sends a GET, or with a form a POST, to an address that the operator configured. */
export type OperatorFetch = (
  url: URL,
  options?: { headers?: Record<string, string>; form?: URLSearchParams; signal?: AbortSignal },
) => Promise<OperatorAnswer>;

/**
 * A way out for addresses that the operator wrote into the settings or on the command line, and only for those: it has a
 * deadline and a byte limit, but no rules about where it may lead, so that an API on the operator's own network can be used.
 * Redirects are answered and not followed, since where they lead is not the operator's word.
 */
export function createOperatorFetch({ timeoutMs, maxBytes }: OperatorFetchLimits): OperatorFetch {
  return async (url, { headers = {}, form, signal } = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signals = signal === undefined ? [deadline] : [deadline, signal];
    try {
      const response = await fetch(url, {
        headers,
        ...(form === undefined ? {} : { method: "POST", body: form }),
        redirect: "manual",
        signal: AbortSignal.any(signals),
      });
      return {
        status: response.status,
        headers: response.headers,
        text: await readText(response, maxBytes),
      };
    } catch (error) {
      if (error instanceof OperatorFetchError) throw error;
      if (signal?.aborted === true)
        throw new OperatorFetchError("cancelled", "the request was cancelled", error);
      if (deadline.aborted)
        throw new OperatorFetchError("timed-out", `no whole answer within ${timeoutMs} ms`, error);
      throw new OperatorFetchError("unreachable", reasonOf(error), error);
    }
  };
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // The declared length may lie and says nothing of a compressed body, so what arrives is counted.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > maxBytes)
      throw new OperatorFetchError("too-large", `the answer is larger than ${maxBytes} bytes`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message === "" ? errorCode(cause) : cause.message;
}
