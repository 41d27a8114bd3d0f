// Load generator: `node load.mjs '{"url","paths","seconds","connections","headers"}'`. Speaks HTTP
// over plain sockets and only parses lengths, since autocannon uses several times the CPU time of
// the faster contestants.
import { connect } from "node:net";

const { url, paths, seconds, connections, headers } = JSON.parse(process.argv[2]);
const { hostname, port, host } = new URL(url);
const extra = Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");
const requests = paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${extra}\r\n`),
);
const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

const latencies = [];
let failed = 0;
let next = 0;
const started = performance.now();
const until = started + seconds * 1_000;
await Promise.all(Array.from({ length: connections }, keepAsking));
const took = (performance.now() - started) / 1_000;
latencies.sort((one, other) => one - other);
const at = (share) => Number((latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1));
process.stdout.write(
  JSON.stringify({
    requests: latencies.length,
    perSecond: latencies.length / took,
    failed,
    p50: at(0.5),
    p99: at(0.99),
  }),
);

function keepAsking() {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let sentAt = 0;
    /** Null before the head, -1 for a chunked body. */
    let left = null;
    let head = Buffer.alloc(0);
    const ask = () => {
      left = null;
      head = Buffer.alloc(0);
      sentAt = performance.now();
      socket.write(requests[next++ % requests.length]);
    };
    const onResponse = () => {
      latencies.push(performance.now() - sentAt);
      if (performance.now() < until) ask();
      else socket.end(resolve);
    };
    socket.setNoDelay(true);
    socket.on("connect", ask);
    socket.on("error", () => {
      failed += 1;
      resolve();
    });
    socket.on("data", (data) => {
      let body = data;
      if (left === null) {
        head = head.length === 0 ? data : Buffer.concat([head, data]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const text = head.latin1Slice(0, end);
        if (text[9] !== "2") failed += 1;
        const length = /\r\ncontent-length: (\d+)/i.exec(text);
        left = length === null ? -1 : Number(length[1]);
        body = head.subarray(end + HEAD_END.length);
      }
      if (left >= 0) left -= body.length;
      if (left === 0 || (left < 0 && data.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)))
        onResponse();
    });
  });
}
