import type { ClientRequest, IncomingMessage } from "node:http";
import type { Semaphore } from "~/concurrency/semaphore";
import type { UpstreamMessage } from "./decoded-body.server";
import type { EndSignal } from "./exchange-clock";
import { connectionReset, isReset, malformedResponse } from "./outbound-error";
import type { Connections } from "./pinned-connection.server";
import { MAX_INTERIM_RESPONSES } from "./relay/relay-connections.server";
import { WholeMessage } from "./relay/whole-message.server";

export interface Hop {
  url: URL;
  isOpen: boolean;
  method: string;
  headers: Record<string, string | number>;
  body?: string | Uint8Array | undefined;
  isRepeatable: boolean;
  isRelayed: boolean;
}

/** Resolves with the head. The body's end, or a failure, releases the slot. */
export async function exchange(
  hop: Hop,
  { slots, connections, signal }: { slots: Semaphore; connections: Connections; signal: EndSignal },
): Promise<UpstreamMessage | WholeMessage> {
  const slot = { key: hop.url.host, signal };
  const release = slots.tryAcquire(slot) ?? (await slots.acquire(slot));
  let message: UpstreamMessage | WholeMessage | null = null;
  try {
    message = hop.isRelayed
      ? await connections.relays.get(hop.url, hop.isOpen, hop.headers, signal)
      : await sendWithRetry(hop, connections, signal);
    return message;
  } finally {
    if (message === null || message instanceof WholeMessage || message.closed) release();
    else message.once("close", release);
  }
}

async function sendWithRetry(
  hop: Hop,
  connections: Connections,
  signal: EndSignal,
): Promise<IncomingMessage> {
  for (;;) {
    const request = connections.request(hop.url, hop.isOpen, {
      method: hop.method,
      headers: hop.headers,
    });
    try {
      return await sendRequest(request, hop.body, signal);
    } catch (error) {
      // A pooled connection may close while reused. Each failure removes one.
      if (!request.reusedSocket || !isReset(error) || !hop.isRepeatable) throw error;
    }
  }
}

/** Sends a request and its body. All requests emit `close` when they fail; not all emit `error`. */
function sendRequest(
  request: ClientRequest,
  body: string | Uint8Array | undefined,
  signal: EndSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interimResponses = 0;
    const fail = (error: Error) => {
      signal.removeEventListener("abort", abort);
      reject(error);
      request.destroy();
    };
    const abort = () => fail(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    request.once("response", (message) => {
      signal.removeEventListener("abort", abort);
      resolve(message);
    });
    request.on("information", () => {
      interimResponses += 1;
      if (interimResponses > MAX_INTERIM_RESPONSES) fail(malformedResponse());
    });
    request.once("upgrade", (_, socket) => {
      socket.destroy();
      fail(malformedResponse());
    });
    request.on("error", fail);
    request.once("close", () => fail(connectionReset()));
    if (signal.aborted) abort();
    else request.end(body);
  });
}
