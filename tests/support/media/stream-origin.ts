import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { getFreePort } from "../../../scripts/support/free-port";

/** Serves `tests/fixtures/streams`, and URLs that each fail differently. */
export interface StreamOrigin {
  url: string;
  host: string;
  stop(): void;
}

export const STREAMS = join(import.meta.dirname, "../../fixtures/streams");

export async function startStreamOrigin(): Promise<StreamOrigin> {
  const files = sirv(STREAMS, { dev: true });
  const port = await getFreePort();
  let liveSince = 0;
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0];
    if (path === "/forbidden.m3u8")
      return void response
        .writeHead(403, { "content-type": "text/html" })
        .end("<p>Not from here</p>");
    if (path === "/garbage.m3u8")
      return void response
        .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
        .end("<!doctype html><p>Please sign in</p>");
    if (path === "/live.m3u8")
      return void response
        .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
        .end(livePlaylist((liveSince += 1)));
    const broken = /^\/(missing|refused)\/[12]\.ts$/.exec(path ?? "");
    if (broken !== null) return void response.writeHead(broken[1] === "missing" ? 404 : 403).end();
    if (path === "/short/index.m3u8")
      return void response
        .writeHead(200, { "content-type": "application/vnd.apple.mpegurl" })
        .end(SHORT_PLAYLIST);
    request.url = request.url?.replace(/^\/(?:missing|refused)\//, "/ts/");
    files(request, response, () => void response.writeHead(404).end());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The first third of the film. */
const SHORT_PLAYLIST =
  "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4.0,\n/ts/0.ts\n#EXT-X-ENDLIST\n";

function livePlaylist(first: number): string {
  const segments = [first, first + 1, first + 2].map(
    (number) =>
      `${number % 3 === 0 ? "#EXT-X-DISCONTINUITY\n" : ""}#EXTINF:4.0,\nts/${number % 3}.ts\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${first}\n#EXT-X-DISCONTINUITY-SEQUENCE:${Math.floor((first + 2) / 3)}\n${segments.join("")}`;
}
