import assert from "node:assert/strict";
import { rewritePlaylist } from "../../support/media/rewrite-playlist";
import type { FuzzTarget } from "../target";

const options = {
  url: new URL("https://media.example/a/b/index.m3u8"),
  imports: new Map([["token", "t"]]),
};

export default {
  instrumented: ["/app/media/video/"],
  dictionary: [
    "#EXTM3U\n",
    "#EXTINF:4,\n",
    '#EXT-X-KEY:METHOD=AES-128,URI="k"',
    '#EXT-X-MAP:URI="i.mp4"',
    '#EXT-X-DEFINE:NAME="a",VALUE="b"',
    '#EXT-X-DEFINE:IMPORT="token"',
    "{$token}",
    "#EXT-X-STREAM-INF:BANDWIDTH=1\n",
    '#EXT-X-PART:DURATION=1,URI="p"',
    '#EXT-X-DATERANGE:ID="x",X-ASSET-URI="a"',
    "https://x.example/",
    "/api/videoProxy?url=https%3A%2F%2F",
    "data:,",
    "\r\n",
    "\xef\xbb\xbf",
  ],
  run(input) {
    const text = input.toString("latin1");
    const once = rewritePlaylist(text, options);
    assert.equal(once.split("\n").length, text.split("\n").length, "a line more or less");
    assert.ok(once.length <= 40 * text.length + 1_000, "grows out of proportion");
    assert.equal(rewritePlaylist(once, options), once, "rewritten twice");
  },
} satisfies FuzzTarget;
