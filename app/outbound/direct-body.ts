import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/** A body that can write to a response without a pipe. */
export interface DirectBody extends Readable {
  /**
   * Sends the rest of the body and ends the response; a failure of either destroys the other.
   * `isExact` if the response has a Content-Length.
   */
  sendTo(outgoing: ServerResponse, isExact: boolean): void;
}

export function isDirectBody(body: Readable): body is DirectBody {
  return "sendTo" in body;
}
