// http-proxy as in its documentation, with connections kept open. Runs in the folder of the
// installed peers.
import { Agent, createServer } from "node:http";
import httpProxy from "http-proxy";

const [port, target] = process.argv.slice(2);
const proxy = httpProxy.createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
proxy.on("error", (_error, _request, response) => response.destroy());
createServer((request, response) => proxy.web(request, response)).listen(
  Number(port),
  "127.0.0.1",
  () => process.stdout.write("ready\n"),
);
