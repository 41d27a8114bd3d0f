// A bare node:http server that replays responses from a file `{path: {headers, body}}`, bodies in
// base64.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.env.ANSWERS, "utf8"))).map(
    ([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, "base64") }],
  ),
);

createServer((request, response) => {
  const answer = answers.get(request.url);
  if (answer === undefined) return void response.writeHead(404).end();
  response.writeHead(200, answer.headers);
  response.end(answer.body);
}).listen(Number(process.env.PORT), "127.0.0.1");
