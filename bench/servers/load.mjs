// Puts load on one server: `node load.mjs '{"url","paths","seconds","connections","headers"}'`. Prints requests per second and latencies as JSON.
import autocannon from "autocannon";

const { url, paths, seconds, connections, headers } = JSON.parse(process.argv[2]);
const result = await autocannon({ url, connections, duration: seconds, headers, requests: paths.map((path) => ({ method: "GET", path })) });
process.stdout.write(JSON.stringify({ requests: result["2xx"], perSecond: result["2xx"] / result.duration, failed: result.non2xx + result.errors, p50: result.latency.p50, p99: result.latency.p99 }));
