import { IncomingMessage, type ClientRequest } from "node:http";
import type { Readable } from "node:stream";
import type { AllowedHost } from "~/config/allowed-hosts";
import { createConnectionSlots, type SlotLimits } from "./connection-slots";
import { decodedBody, isEncoded, tooLarge, type SourceMessage } from "./decoded-body.server";
import {
  startClock,
  type EndSignal,
  type ExchangeClock,
  type TimeLimits,
  type WatchedBody,
} from "./exchange-clock";
import { isReset, outboundError } from "./outbound-error";
import {
  requestHeaders,
  responseHeaders,
  type RequestHeaders,
  type ResponseHeaders,
} from "./passed-headers";
import { createConnections } from "./pinned-connection.server";
import { RelayedMessage } from "./relay/relayed-message.server";
import { createResolveHost, type ResolveHost } from "./resolve-host.server";
import { checkSource, isAllowed, refused, type SourceRules } from "./source-rules";

/** What to fetch and how much of it. */
export interface OutboundRequest extends TimeLimits {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** Headers outside the allow-list are left out. */
  headers?: RequestHeaders;
  /** A whole `Authorization` value of our own, never a viewer's. It does not follow a redirect to another origin. */
  authorization?: string;
  body?: string | Uint8Array;
  /** Ends the exchange, also while it still waits for the answer's head. */
  signal?: AbortSignal;
  /** The most bytes of decoded body; `Invalid` beyond. */
  maxBytes?: number;
  /** False asks for the resource's own bytes, which byte ranges need. A source that compresses all the same is decoded. */
  compressed?: boolean;
  /** The public origin under which the viewer reached us, refused as a source. */
  ownOrigin?: string;
  /** For a GET whose body is mostly passed on: it then comes by the shortest way, as a `RelayedMessage` where nothing has to be undone. */
  relayed?: boolean;
}

/** What a source answered, whatever its status. The body must be read to its end or destroyed. */
export interface OutboundAnswer {
  status: number;
  /** The allow-listed ones, without coding, and without length where the body is decoded. */
  headers: ResponseHeaders;
  /** Whether the body came compressed. Its length is then unknown, and a part of it would not be the resource's bytes. */
  decoded: boolean;
  /** Where the answer came from, after redirects. */
  url: URL;
  /** A plain node stream, so that it can be piped without copies. Its errors are `AppError`s or node's own on a broken connection. */
  body: Readable;
  /** Reads the whole body. Rejects with an `AppError` only. */
  bytes(): Promise<Buffer>;
  /** Leaves the body unread and ends the exchange. */
  discard(): void;
}

export interface Outbound {
  /**
   * Fetches from the public internet and nowhere else. Rejects with `Invalid` on `url` for a refused or too large source and too many
   * redirects, `NotFound` for a host that does not exist or does not answer, `Busy`, `Cancelled`, and `UpstreamFailed`.
   */
  fetch(url: string, request?: OutboundRequest): Promise<OutboundAnswer>;
  /** Exchanges under way, their bodies included. */
  readonly active: number;
  /** Closes unused connections. */
  close(): void;
}

interface OutboundOptions {
  allow: readonly AllowedHost[];
  ownOrigins?: readonly string[];
  slots: SlotLimits;
  /** For tests: what a name's addresses are. */
  resolve?: ResolveHost;
}

/** Redirects beyond this many come from loops, not from sources that moved. */
const MAX_REDIRECTS = 5;
/** Said to every source, and the same for every viewer. */
const USER_AGENT = "Akari/1 (self-hosted media proxy)";
/** For callers that name no time of their own: nothing waits for ever. */
const DEFAULT_DEADLINE_MS = 20_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** One guarded way out with its own pool of connections. */
export function createOutbound({
  allow,
  ownOrigins = [],
  slots: slotLimits,
  resolve = createResolveHost(),
}: OutboundOptions): Outbound {
  const connections = createConnections(resolve);
  const slots = createConnectionSlots(slotLimits);

  /** One request and the head of its answer; the slot is held until the body has ended. */
  async function exchange(
    url: URL,
    request: OutboundRequest,
    clock: ExchangeClock,
  ): Promise<SourceMessage> {
    const release = await slots.acquire(url.host, clock.signal);
    const attempt = async (): Promise<IncomingMessage> => {
      const sent = connections.request(url, isAllowed(url, allow), {
        method: request.method ?? "GET",
        headers: headersFor(request),
      });
      try {
        return await send(sent, request.body, clock.signal);
      } catch (error) {
        // A kept connection may close just then. Each such failure takes one out of the pool, so this ends.
        if (sent.reusedSocket && isReset(error) && isRepeatable(request)) return attempt();
        throw error;
      }
    };
    try {
      const message = request.relayed
        ? await connections.relays.get(
            url,
            isAllowed(url, allow),
            headersFor(request),
            clock.signal,
          )
        : await attempt();
      message.once("close", release);
      return message;
    } catch (error) {
      release();
      throw error;
    }
  }

  async function follow(
    source: string,
    request: OutboundRequest,
    clock: ExchangeClock,
  ): Promise<{ url: URL; message: SourceMessage }> {
    const rules: SourceRules = {
      allow,
      ownOrigins: request.ownOrigin === undefined ? ownOrigins : [...ownOrigins, request.ownOrigin],
    };
    let url = checkSource(source, rules);
    let current = request;
    for (let redirects = 0; ; redirects += 1) {
      const message = await exchange(url, current, clock);
      const location =
        REDIRECTS.has(message.statusCode ?? 0) && isRepeatable(request)
          ? message.headers.location
          : undefined;
      if (location === undefined) return { url, message };
      discard(message);
      if (redirects === MAX_REDIRECTS)
        throw refused(`The source redirects more than ${MAX_REDIRECTS} times.`);
      const next = checkSource(
        URL.canParse(location, url) ? new URL(location, url).href : "",
        rules,
      );
      if (next.origin !== url.origin) current = withoutAuthorization(current);
      url = next;
    }
  }

  return {
    async fetch(source, request = {}) {
      const clock = startClock(
        isTimed(request) ? request : { ...request, deadlineMs: DEFAULT_DEADLINE_MS },
        request.signal,
      );
      try {
        const { url, message } = await follow(source, request, clock);
        return answerOf(url, message, request, clock);
      } catch (error) {
        clock.stop();
        throw outboundError(error);
      }
    },
    get active() {
      return slots.active;
    },
    close: () => connections.close(),
  };
}

function send(
  request: ClientRequest,
  body: string | Uint8Array | undefined,
  signal: EndSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const stop = () => request.destroy(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    request.once("response", (message) => {
      signal.removeEventListener("abort", stop);
      resolve(message);
    });
    request.on("error", (error) => {
      signal.removeEventListener("abort", stop);
      reject(error);
    });
    if (signal.aborted) stop();
    request.end(body);
  });
}

function answerOf(
  url: URL,
  message: SourceMessage,
  request: OutboundRequest,
  clock: ExchangeClock,
): OutboundAnswer {
  const { maxBytes = Infinity } = request;
  const headers = responseHeaders(message.headers);
  try {
    // The declared length is a hint that saves the transfer; the counting stream is the limit.
    if (
      !isEncoded(message) &&
      request.method !== "HEAD" &&
      Number(headers["content-length"] ?? 0) > maxBytes
    )
      throw tooLarge();
    const body = decodedBody(message, maxBytes);
    const decoded = isEncoded(message);
    delete headers["content-encoding"];
    if (decoded) delete headers["content-length"];
    const stop = () => (body.destroyed ? message : body).destroy(clock.signal.reason);
    clock.signal.addEventListener("abort", stop, { once: true });
    // A stream without a listener for its error would end the process; who reads the body still gets it.
    body.on("error", () => undefined);
    message.on("error", () => undefined);
    body.once("close", () => clock.stop());
    clock.watchBody(watched(message));
    if (clock.signal.aborted) stop();
    return {
      status: message.statusCode ?? 0,
      headers,
      decoded,
      url,
      body,
      bytes: () => readAll(body),
      discard: () => discard(body),
    };
  } catch (error) {
    discard(message);
    throw error;
  }
}

function watched(message: SourceMessage): WatchedBody {
  if (message instanceof RelayedMessage)
    return { bytesRead: () => message.bytesRead, isWanted: () => message.isWaiting };
  const socket = message instanceof IncomingMessage ? message.socket : null;
  return {
    bytesRead: () => socket?.bytesRead ?? 0,
    isWanted: () =>
      (message.readableFlowing === true || message.listenerCount("readable") > 0) &&
      message.readableLength < message.readableHighWaterMark,
  };
}

async function readAll(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk as Buffer);
  } catch (error) {
    throw outboundError(error);
  }
  return Buffer.concat(chunks);
}

function discard(stream: Readable): void {
  stream.on("error", () => undefined);
  stream.destroy();
}

function headersFor(request: OutboundRequest): Record<string, string | number> {
  return {
    ...(requestHeaders(request.headers ?? {}) as Record<string, string>),
    "accept-encoding": request.compressed === false ? "identity" : "gzip, deflate, br",
    "user-agent": USER_AGENT,
    ...(request.authorization === undefined ? {} : { authorization: request.authorization }),
    ...(request.body === undefined ? {} : { "content-length": Buffer.byteLength(request.body) }),
  };
}

function withoutAuthorization({ authorization: _, ...request }: OutboundRequest): OutboundRequest {
  return request;
}

/** Only what changes nothing is sent again: after a redirect, or when a kept connection turns out to be closed. */
function isRepeatable(request: OutboundRequest): boolean {
  return request.method === undefined || request.method === "GET" || request.method === "HEAD";
}

function isTimed({ deadlineMs, firstByteMs }: OutboundRequest): boolean {
  return deadlineMs !== undefined || firstByteMs !== undefined;
}
