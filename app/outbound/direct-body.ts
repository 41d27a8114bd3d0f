import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

export interface DirectBody extends Readable {
  /** Sends the rest. `isExact` if the response has a Content-Length. */
  sendTo(outgoing: ServerResponse, isExact: boolean): void;
}

export function isDirectBody(body: Readable): body is DirectBody {
  return "sendTo" in body;
}
