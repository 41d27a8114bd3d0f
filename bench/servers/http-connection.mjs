// HTTP over plain sockets that only parses lengths, since autocannon uses several times the CPU
// time of the faster contestants.
import { connect } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
const NOTHING = Buffer.alloc(0);
const TIMEOUT_MS = 15_000;

/**
 * One request after the other, each from `next()`: its `text` is sent. Resolves when
 * `next()` returns null, or after a failure of the connection. A server may close it between two
 * requests, as nginx does after a thousand.
 */
export function sendRequests({ hostname, port }, { next, onResponse, onFailure }) {
  return new Promise((resolve) => {
    let socket = null;
    let request = null;
    /** Bytes of the body that are left: null before the head, -1 for a chunked body. */
    let left = null;
    let head = NOTHING;
    /** The last bytes of a chunked body, which may arrive in pieces. */
    let tail = NOTHING;
    let status = 0;
    let isLast = false;

    const open = () => {
      const opened = connect(Number(port), hostname);
      socket = opened;
      opened.setNoDelay(true);
      opened.setTimeout(TIMEOUT_MS, () => opened.destroy());
      opened.on("connect", send);
      opened.on("data", read);
      opened.on("error", () => undefined);
      opened.on("close", () => {
        if (opened !== socket) return;
        onFailure(request);
        resolve();
      });
    };
    const close = () => {
      const closed = socket;
      socket = null;
      closed.destroy();
    };
    const send = () => socket.write(request.text);
    const advance = () => {
      request = next();
      left = null;
      head = NOTHING;
      tail = NOTHING;
      if (request === null) {
        if (socket !== null) close();
        return resolve();
      }
      if (socket === null) open();
      else send();
    };
    const read = (data) => {
      let body = data;
      if (left === null) {
        head = head.length === 0 ? data : Buffer.concat([head, data]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const text = head.latin1Slice(0, end);
        status = Number(text.slice(9, 12));
        isLast = /\r\nconnection: close/i.test(text);
        const length = /\r\ncontent-length: (\d+)/i.exec(text);
        left = length === null ? -1 : Number(length[1]);
        body = head.subarray(end + HEAD_END.length);
      }
      if (left >= 0) left -= body.length;
      else
        tail =
          body.length >= LAST_CHUNK.length
            ? body.subarray(-LAST_CHUNK.length)
            : Buffer.concat([tail, body]).subarray(-LAST_CHUNK.length);
      if (left === 0 || (left < 0 && tail.equals(LAST_CHUNK))) {
        onResponse(request, status);
        if (isLast) close();
        advance();
      }
    };
    advance();
  });
}
