import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import sirv from "sirv";
import { describe, expect, it } from "vitest";
import { startMediaOrigin } from "../../fakes/media-origin";
import { createVideoProxyClient } from "../../support/media/video-proxy";

const STREAMS = join(import.meta.dirname, "../../fixtures/streams");

/** Type, time and size of each frame, by ffprobe. */
async function frames(url: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    "ffprobe",
    [
      "-v",
      "error",
      "-allowed_extensions",
      "ALL",
      "-show_entries",
      "frame=media_type,pts_time,pkt_size",
      "-of",
      "csv=p=0",
      url,
    ],
    { maxBuffer: 1e8 },
  );
  return stdout.trim().split("\n");
}

// Without ffprobe, tests/e2e/player/streams.spec.ts checks with the browser's decoder.
const hasFfprobe = spawnSync("ffprobe", ["-version"]).error === undefined;

describe.runIf(hasFfprobe)("a stream through the proxy (needs ffprobe)", { tags: "rest" }, () => {
  it.each(["ts/index.m3u8", "fmp4/index.m3u8", "aes-ts/index.m3u8", "multi/video/index.m3u8"])(
    "has the same frames as at its source: %s",
    async (path) => {
      const files = sirv(STREAMS, { dev: true });
      const origin = await startMediaOrigin(
        (request, response) =>
          void files(request, response, () => void response.writeHead(404).end()),
      );
      const client = await createVideoProxyClient([origin]);
      const direct = await frames(`${origin.url}/${path}`);
      expect(direct.length).toBeGreaterThan(100);
      expect(
        await frames(
          `${client.origin}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/${path}`)}`,
        ),
      ).toEqual(direct);
    },
  );
});
