import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from "node:http";
import type { Readable } from "node:stream";
import { LightSignal } from "~/concurrency/light-signal";
import { Cancelled } from "~/errors/app-error";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";
import { BASE_HEADERS } from "~/http/response/security-headers";
import { preparedList, type HeaderList } from "~/http/v8/prepared-headers.server";

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Every response of the process: adds `BASE_HEADERS`, and keeps cookies out of shared caches. */
export class OutgoingResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  requestId = "";
  /** Time at which the request arrived, in milliseconds of the monotonic clock. */
  startedAt = 0;
  /** What is piped into it. */
  source: Readable | null = null;
  /** Headers in addition to `BASE_HEADERS`, such as the request's id. Null: neither are sent. */
  ownHeaders: string[] | null = null;
  #clientSignal: LightSignal | null = null;

  /** The signal that is aborted when the client leaves before the end. */
  get clientSignal(): LightSignal {
    if (this.#clientSignal !== null) return this.#clientSignal;
    const signal = (this.#clientSignal = new LightSignal());
    const closed = () => {
      if (!this.writableFinished) signal.abort(new Cancelled());
    };
    if (this.destroyed) closed();
    else this.once("close", closed);
    return signal;
  }

  // Node calls this for implicit heads too.
  override writeHead(
    status: number,
    reasonOrHeaders?: string | GivenHeaders,
    headersAfterReason?: GivenHeaders,
  ): this {
    const given = typeof reasonOrHeaders === "object" ? reasonOrHeaders : headersAfterReason;
    const reason = typeof reasonOrHeaders === "string" ? reasonOrHeaders : undefined;
    const { ownHeaders } = this;
    const head = given === undefined ? undefined : preparedList(given);
    // One list is written as it is; `setHeader` would store and copy each header first.
    if (head !== undefined && ownHeaders !== null && this.#isDisjoint(head, ownHeaders))
      return super.writeHead(status, head.concat(ownHeaders) as OutgoingHttpHeader[]);
    if (ownHeaders !== null) this.#addMissing(ownHeaders, given);
    const headers = withSafeCookies(this, given);
    return reason === undefined
      ? super.writeHead(status, headers)
      : super.writeHead(status, reason, headers);
  }

  #isDisjoint(head: HeaderList, ownHeaders: HeaderList): boolean {
    if (this.getHeaderNames().length > 0) return false;
    for (let at = 0; at < ownHeaders.length; at += 2)
      if (head.includes(ownHeaders[at] ?? "")) return false;
    return true;
  }

  #addMissing(ownHeaders: HeaderList, given: GivenHeaders | undefined): void {
    const add = (name: string, value: string) => {
      if (!this.hasHeader(name) && findHeader(given, name) === undefined)
        this.setHeader(name, value);
    };
    for (const name in BASE_HEADERS) add(name, BASE_HEADERS[name] ?? "");
    for (let at = 0; at < ownHeaders.length; at += 2)
      add(ownHeaders[at] ?? "", ownHeaders[at + 1] ?? "");
  }
}

/** A cached `Set-Cookie` would give one user's session to others: such responses become private. */
function withSafeCookies(
  response: ServerResponse,
  given: GivenHeaders | undefined,
): GivenHeaders | undefined {
  const isGiven = findHeader(given, "set-cookie") !== undefined;
  if (!isGiven && !response.hasHeader("set-cookie")) return given;
  const cacheControl = findHeader(given, "cache-control") ?? response.getHeader("cache-control");
  if (cacheControl === undefined) response.setHeader("cache-control", "private, no-store");
  else if (!isPrivateResponse(String(cacheControl))) {
    response.removeHeader("set-cookie");
    return isGiven ? withoutCookies(given) : given;
  }
  return given;
}

function findHeader(
  headers: GivenHeaders | undefined,
  name: string,
): OutgoingHttpHeader | undefined {
  if (headers === undefined) return undefined;
  if (Array.isArray(headers)) {
    for (let at = 0; at < headers.length; at += 2)
      if (String(headers[at]).toLowerCase() === name) return headers[at + 1];
    return undefined;
  }
  for (const key in headers) if (key.toLowerCase() === name) return headers[key];
  return undefined;
}

function withoutCookies(headers: GivenHeaders = {}): GivenHeaders {
  if (Array.isArray(headers))
    return headers.filter((_, at) => String(headers[at - (at % 2)]).toLowerCase() !== "set-cookie");
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== "set-cookie"),
  );
}
