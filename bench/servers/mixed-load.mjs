// A load of several kinds of requests in fixed shares: `node mixed-load.mjs`, with
// {"urls","seconds","connections","perSecond","kinds"} on standard input. A kind has a `name`, a
// `weight` and its `requests` as text, where `$HOST` stands for the server. Without `perSecond`
// each connection sends its next request at once; with it, requests have a time to be sent at, and
// their latency counts from it, whether a connection was free or not.
import { text } from "node:stream/consumers";
import { sendRequests } from "./http-connection.mjs";

const { urls, seconds, connections, perSecond, kinds } = JSON.parse(await text(process.stdin));
const servers = urls.map((url) => new URL(url));
const results = kinds.map(() => ({ latencies: [], bytes: 0, statuses: {} }));
const texts = servers.map(({ host }) =>
  kinds.map(({ requests }) => requests.map((one) => Buffer.from(one.replace("$HOST", host)))),
);

/** Kinds by weight, evenly spread: the one that is furthest behind its share is next. */
const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
const credit = kinds.map(() => 0);
const sent = kinds.map(() => 0);
function nextKind() {
  let best = 0;
  kinds.forEach(({ weight }, kind) => {
    credit[kind] += weight / total;
    if (credit[kind] > credit[best]) best = kind;
  });
  credit[best] -= 1;
  return best;
}

const started = performance.now();
const until = started + seconds * 1_000;
let count = 0;
const nextOf = (server) => () => {
  const now = performance.now();
  const due = perSecond === undefined ? now : started + (count * 1_000) / perSecond;
  if (Math.max(now, due) >= until) return null;
  count += 1;
  const kind = nextKind();
  const requests = texts[server][kind];
  return { text: requests[sent[kind]++ % requests.length], kind, due, waitMs: due - now };
};
const end = ({ kind, due }, status, bytes) => {
  const result = results[kind];
  result.latencies.push(performance.now() - due);
  result.bytes += bytes;
  result.statuses[status] = (result.statuses[status] ?? 0) + 1;
};
await Promise.all(
  Array.from({ length: connections }, (_, index) => {
    const { hostname, port } = servers[index % servers.length];
    return sendRequests(
      { hostname, port },
      {
        next: nextOf(index % servers.length),
        onResponse: end,
        onFailure: (request) => end(request, 0, 0),
      },
    );
  }),
);
const took = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    seconds: took,
    cpuMicros: user + system,
    kinds: kinds.map(({ name }, kind) => ({ name, ...results[kind] })),
  }),
);
