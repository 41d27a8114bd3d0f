// A bare node:http server that replays responses from a file `{path: {headers, body}}`, bodies in
// base64.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const responses = new Map(
  Object.entries(JSON.parse(readFileSync(process.env.RESPONSES, "utf8"))).map(
    ([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, "base64") }],
  ),
);

createServer((request, response) => {
  const stored = responses.get(request.url);
  if (stored === undefined) return void response.writeHead(404).end();
  response.writeHead(200, stored.headers);
  response.end(stored.body);
}).listen(Number(process.env.PORT), "127.0.0.1");
