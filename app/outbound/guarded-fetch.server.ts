import { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { AllowedHost } from "~/config/allowed-hosts";
import { createSemaphore } from "~/concurrency/semaphore";
import type { WaitSignal } from "~/concurrency/wait-queue";
import { Busy } from "~/errors/app-error";
import { startOutboundSpan } from "~/observability/outbound-span.server";
import { parseUrl } from "~/parsing/parse-url";
import { decodeBody, isEncoded, tooLarge, type UpstreamMessage } from "./decoded-body.server";
import { exchange } from "./exchange.server";
import {
  startClock,
  type ExchangeClock,
  type TimeLimits,
  type WatchedBody,
} from "./exchange-clock";
import { toOutboundError } from "./outbound-error";
import {
  pickRequestHeaders,
  pickResponseHeaders,
  type RequestHeaders,
  type ResponseHeaders,
} from "./passed-headers";
import { createConnections } from "./pinned-connection.server";
import { RelayedMessage } from "./relay/relayed-message.server";
import { streamOf, WholeMessage } from "./relay/whole-message.server";
import { createResolveHost, type ResolveHost } from "./resolve-host.server";
import { checkSource, isAllowed, refused, type SourceRules } from "./source-rules";

export interface OutboundRequest extends TimeLimits {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Headers outside the allow-list are dropped. */
  headers?: RequestHeaders;
  /**
   * Further headers, which are the site's own and never a viewer's. With them no redirect is
   * followed, which could lead them to another host.
   */
  ownHeaders?: Readonly<Record<string, string>>;
  /** Response headers to return beside those of the allow-list, in lower case. */
  responseHeaders?: readonly string[];
  /** Authorises Akari, never a viewer. A redirect to another origin drops it. */
  authorization?: string;
  body?: string | Uint8Array;
  signal?: WaitSignal;
  maxBytes?: number;
  /** Whether to accept compressed bodies; false for byte ranges, which need the identity coding. */
  compressed?: boolean;
  ownOrigin?: string;
  /** Whether the body is passed through: then it is a `RelayedMessage`, unless decoded. */
  relayed?: boolean;
}

/** The body must be read or destroyed. */
export interface OutboundResponse {
  status: number;
  /** Headers without Content-Encoding and, if decoded, without Content-Length. */
  headers: ResponseHeaders;
  /** Whether Content-Encoding was undone: byte ranges are not the resource's then. */
  decoded: boolean;
  url: URL;
  /** Emits `AppError`s, or Node's own on a broken connection. */
  readonly body: Readable;
  /** The body, if relayed, not decoded and arrived with the head. Then `body` need not be ended. */
  whole: Buffer<ArrayBuffer> | null;
  bytes(): Promise<Buffer>;
  discard(): void;
}

export interface Outbound {
  /**
   * Rejects with `Invalid` on `url` (rejected, too large, too many redirects), `NotFound`, `Busy`,
   * `Cancelled` or `UpstreamFailed`.
   */
  fetch(url: string, request?: OutboundRequest): Promise<OutboundResponse>;
  readonly active: number;
  close(): void;
}

/** Limits by which neither a slow host nor many hosts take all connections. */
interface SlotLimits {
  perHost: number;
  total: number;
  queue: number;
}

interface OutboundOptions {
  allow: readonly AllowedHost[];
  ownOrigins?: readonly string[];
  slots: SlotLimits;
  resolve?: ResolveHost;
}

const MAX_REDIRECTS = 5;
const USER_AGENT = "Akari/1 (self-hosted media proxy)";
const DEFAULT_DEADLINE_MS = 20_000;
const BUSY_RETRY_SECONDS = 2;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Fetches from public hosts only, against SSRF. */
export function createOutbound({
  allow,
  ownOrigins = [],
  slots: { perHost, total, queue },
  resolve = createResolveHost(),
}: OutboundOptions): Outbound {
  const connections = createConnections(resolve);
  const slots = createSemaphore({
    limit: total,
    limitPerKey: perHost,
    maxQueue: queue,
    busy: () => new Busy("source.slotsBusy", BUSY_RETRY_SECONDS),
    aborted: (signal) => signal.reason as Error,
  });

  async function follow(
    source: string,
    request: OutboundRequest,
    clock: ExchangeClock,
  ): Promise<{ url: URL; message: UpstreamMessage | WholeMessage }> {
    const rules: SourceRules = {
      allow,
      ownOrigins: request.ownOrigin === undefined ? ownOrigins : [...ownOrigins, request.ownOrigin],
    };
    let url = checkSource(source, rules);
    let current = request;
    for (let redirects = 0; ; redirects += 1) {
      const message = await exchange(
        {
          url,
          isOpen: isAllowed(url, allow),
          method: current.method ?? "GET",
          headers: headersFor(current),
          body: current.body,
          isRepeatable: isRepeatable(current),
          isRelayed: current.relayed === true,
        },
        { slots, connections, signal: clock.signal },
      );
      const location =
        REDIRECT_STATUSES.has(message.statusCode ?? 0) && followsRedirects(request)
          ? message.headers.location
          : undefined;
      if (location === undefined) return { url, message };
      if (!(message instanceof WholeMessage)) discard(message);
      if (redirects === MAX_REDIRECTS)
        throw refused({ key: "source.tooManyRedirects", values: { max: MAX_REDIRECTS } });
      const next = checkSource(parseUrl(location, url)?.href ?? "", rules);
      if (next.origin !== url.origin) current = withoutAuthorization(current);
      url = next;
    }
  }

  return {
    async fetch(source, request = {}) {
      const clock = startClock(
        hasTimeLimit(request) ? request : { ...request, deadlineMs: DEFAULT_DEADLINE_MS },
        request.signal,
      );
      const span = startOutboundSpan(request.method ?? "GET", source);
      try {
        const { url, message } = await follow(source, request, clock);
        if (message instanceof WholeMessage && !isEncoded(message)) {
          const whole = new WholeResponse(url, message, request);
          clock.stop();
          span?.responded(whole.status);
          return whole;
        }
        const stream = message instanceof WholeMessage ? streamOf(message) : message;
        const response = toOutboundResponse(url, stream, request, clock);
        response.body.once("close", () => span?.responded(response.status));
        return response;
      } catch (thrown) {
        clock.stop();
        const error = toOutboundError(thrown);
        span?.failed(error.code);
        throw error;
      }
    },
    get active() {
      return slots.active;
    },
    close: () => connections.close(),
  };
}

/**
 * All has arrived: nothing is left to watch or to end. A class, as V8 gives each literal with a
 * getter a hidden class of its own, which keeps it until a full collection.
 */
class WholeResponse implements OutboundResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly decoded = false;
  readonly whole: Buffer<ArrayBuffer>;
  readonly #message: WholeMessage;
  #body: Readable | undefined;

  constructor(
    readonly url: URL,
    message: WholeMessage,
    { maxBytes = Infinity }: OutboundRequest,
  ) {
    if (message.bytes.length > maxBytes) throw tooLarge();
    this.status = message.statusCode;
    this.headers = pickResponseHeaders(message.headers);
    // A `delete` slows all later reads down.
    if (this.headers["content-encoding"] !== undefined) delete this.headers["content-encoding"];
    this.whole = message.bytes;
    this.#message = message;
  }

  get body(): Readable {
    return (this.#body ??= streamOf(this.#message));
  }

  bytes(): Promise<Buffer> {
    return Promise.resolve(this.whole);
  }

  discard(): void {
    this.#body?.destroy();
  }
}

function toOutboundResponse(
  url: URL,
  message: UpstreamMessage,
  request: OutboundRequest,
  clock: ExchangeClock,
): OutboundResponse {
  const { maxBytes = Infinity } = request;
  const headers = pickResponseHeaders(message.headers, request.responseHeaders);
  try {
    // Saves the transfer; the counting stream enforces the limit.
    if (
      !isEncoded(message) &&
      request.method !== "HEAD" &&
      Number(headers["content-length"] ?? 0) > maxBytes
    )
      throw tooLarge();
    const body = decodeBody(message, maxBytes);
    const decoded = isEncoded(message);
    if (headers["content-encoding"] !== undefined) delete headers["content-encoding"];
    if (decoded) delete headers["content-length"];
    const stop = () => (body.destroyed ? message : body).destroy(clock.signal.reason);
    clock.signal.addEventListener("abort", stop, { once: true });
    // Would end the process if unhandled; readers still get it.
    body.on("error", () => undefined);
    message.on("error", () => undefined);
    body.once("close", () => clock.stop());
    clock.watchBody(watchedBody(message));
    if (clock.signal.aborted) stop();
    return {
      status: message.statusCode ?? 0,
      headers,
      decoded,
      url,
      body,
      whole: null,
      bytes: () => readAll(body),
      discard: () => discard(body),
    };
  } catch (error) {
    discard(message);
    throw error;
  }
}

function watchedBody(message: UpstreamMessage): WatchedBody {
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
    throw toOutboundError(error);
  }
  return Buffer.concat(chunks);
}

function discard(stream: Readable): void {
  stream.on("error", () => undefined);
  stream.destroy();
}

function headersFor(request: OutboundRequest): Record<string, string | number> {
  const headers: Record<string, string | number> = pickRequestHeaders(request.headers ?? {});
  headers["accept-encoding"] = request.compressed === false ? "identity" : "gzip, deflate, br";
  headers["user-agent"] = USER_AGENT;
  if (request.authorization !== undefined) headers["authorization"] = request.authorization;
  if (request.body !== undefined) headers["content-length"] = Buffer.byteLength(request.body);
  return request.ownHeaders === undefined ? headers : { ...headers, ...request.ownHeaders };
}

function withoutAuthorization({ authorization: _, ...request }: OutboundRequest): OutboundRequest {
  return request;
}

function followsRedirects(request: OutboundRequest): boolean {
  return isRepeatable(request) && request.ownHeaders === undefined;
}

function isRepeatable(request: OutboundRequest): boolean {
  return request.method === undefined || request.method === "GET" || request.method === "HEAD";
}

function hasTimeLimit({ deadlineMs, firstByteMs }: OutboundRequest): boolean {
  return deadlineMs !== undefined || firstByteMs !== undefined;
}
