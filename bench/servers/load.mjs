// Load generator: `node load.mjs '{"url","paths","seconds","connections","headers"}'`.
import { sendRequests } from "./http-connection.mjs";

const { url, paths, seconds, connections, headers } = JSON.parse(process.argv[2]);
const { hostname, port, host } = new URL(url);
const extra = Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");
const requests = paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${extra}\r\n`),
);

const latencies = [];
let failed = 0;
let sent = 0;
const started = performance.now();
const until = started + seconds * 1_000;
const next = () => {
  const sentAt = performance.now();
  if (sentAt >= until) return null;
  return { text: requests[sent++ % requests.length], sentAt };
};
await Promise.all(
  Array.from({ length: connections }, () =>
    sendRequests(
      { hostname, port },
      {
        next,
        onResponse({ sentAt }, status) {
          latencies.push(performance.now() - sentAt);
          if (status < 200 || status > 299) failed += 1;
        },
        onFailure() {
          failed += 1;
        },
      },
    ),
  ),
);
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
