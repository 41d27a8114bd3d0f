// The minimal Node proxy: one request in, one out, and a pipe.
import { Agent, createServer, get } from "node:http";

const agent = new Agent({ keepAlive: true });
const { PORT, ORIGIN: origin } = process.env;
createServer((request, response) => {
  const upstream = get(
    origin + request.url,
    { agent, headers: request.headers.range ? { range: request.headers.range } : {} },
    (upstream) => {
      response.writeHead(upstream.statusCode, upstream.headers);
      upstream.pipe(response);
    },
  );
  response.on("close", () => upstream.destroy());
  upstream.on("error", () => response.destroy());
}).listen(Number(PORT), "127.0.0.1");
