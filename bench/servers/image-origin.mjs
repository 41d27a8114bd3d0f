// Serves the folder `IMAGES`, ignoring the query. `/count` returns the number of requests.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const files = new Map(
  readdirSync(process.env.IMAGES).map((name) => [
    `/${name}`,
    readFileSync(join(process.env.IMAGES, name)),
  ]),
);
let count = 0;

createServer((request, response) => {
  const path = request.url.split("?")[0];
  if (path === "/count") return void response.end(String(count));
  const file = files.get(path);
  if (file === undefined) return void response.writeHead(404).end();
  count += 1;
  response
    .writeHead(200, {
      "content-type": "image/jpeg",
      "content-length": file.length,
      "cache-control": "public, max-age=86400",
    })
    .end(file);
}).listen(Number(process.env.PORT), "127.0.0.1");
