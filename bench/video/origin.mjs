// The origin of all peers: a segment in memory with ranges, and playlists of any
// length.
import { createServer } from "node:http";

const SEGMENT = Buffer.alloc(6 * 1024 * 1024, 0x11);
for (let packet = 0; packet < SEGMENT.length; packet += 188) SEGMENT[packet] = 0x47;

const playlist = (segments) =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n${Array.from({ length: segments }, (_, index) => `#EXTINF:6.000,\nvideo/1080p/segment-${index}.ts?token=abcdef\n`).join("")}#EXT-X-ENDLIST\n`;
const playlists = new Map();

createServer((request, response) => {
  const path = request.url ?? "/";
  const list = /^\/list-(\d+)\.m3u8$/.exec(path);
  if (list) {
    const text =
      playlists.get(path) ?? playlists.set(path, Buffer.from(playlist(Number(list[1])))).get(path);
    return response
      .writeHead(200, {
        "content-type": "application/vnd.apple.mpegurl",
        "content-length": text.length,
      })
      .end(text);
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (first === undefined)
    return response
      .writeHead(200, {
        "content-type": "video/mp2t",
        "content-length": SEGMENT.length,
        "accept-ranges": "bytes",
      })
      .end(SEGMENT);
  const body = SEGMENT.subarray(Number(first), Number(last) + 1);
  response
    .writeHead(206, {
      "content-type": "video/mp2t",
      "content-length": body.length,
      "content-range": `bytes ${first}-${last}/${SEGMENT.length}`,
    })
    .end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
