import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from "node:http";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A cached `Set-Cookie` would give one user's session to others: such responses become private. */
export class CookieSafeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  // Node calls this for implicit heads too.
  override writeHead(
    status: number,
    reasonOrHeaders?: string | GivenHeaders,
    headersAfterReason?: GivenHeaders,
  ): this {
    const given = typeof reasonOrHeaders === "object" ? reasonOrHeaders : headersAfterReason;
    const reason = typeof reasonOrHeaders === "string" ? reasonOrHeaders : undefined;
    const headers = withSafeCookies(this, given);
    return reason === undefined
      ? super.writeHead(status, headers)
      : super.writeHead(status, reason, headers);
  }
}

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
