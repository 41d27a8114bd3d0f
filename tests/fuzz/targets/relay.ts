import assert from "node:assert/strict";
import { createChunkedDecoder } from "~/outbound/relay/chunked-decoder";
import { parseResponseHead } from "~/outbound/relay/response-head";
import { AppError } from "~/errors/app-error";
import type { FuzzTarget } from "../target";

/** A head, then a body in the chunked coding. */
export default {
  instrumented: ["/app/outbound/relay/"],
  dictionary: [
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.0 101 ",
    "content-length: 5\r\n",
    "transfer-encoding: chunked\r\n",
    "connection: close\r\n",
    "keep-alive: timeout=5\r\n",
    "\r\n\r\n",
    "5\r\nhello\r\n",
    "0\r\n\r\n",
    ";ext=1",
    "ffffffffffffff",
    "\n",
  ],
  run(input) {
    const text = input.toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    const head = attempt(() => parseResponseHead(text.slice(0, Math.max(0, end))));
    if (head !== null) {
      assert.ok(head.status >= 100 && head.status < 600);
      if (head.framing.kind === "length") assert.ok(Number.isSafeInteger(head.framing.length));
    }
    const body = input.subarray(end === -1 ? 0 : end + 4);
    const whole = decode(body, body.length);
    for (const size of [1, 7]) assert.deepEqual(decode(body, size), whole, `in pieces of ${size}`);
  },
} satisfies FuzzTarget;

function decode(body: Buffer, size: number) {
  const decoder = createChunkedDecoder();
  let text = "";
  let used = 0;
  const result = attempt(() => {
    for (let start = 0; start < body.length && !decoder.isDone(); start += size)
      used += decoder.write(body.subarray(start, start + size), (part) => {
        text += part.toString("latin1");
      });
    return decoder.isDone();
  });
  // A malformed message may have delivered less.
  return result === null ? { result } : { result, text, used };
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
