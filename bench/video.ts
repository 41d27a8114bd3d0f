import { startOrigin, startPeers } from "./video/peers";
import { compare, measure } from "./video/compare";

const VIEWERS = [1, 16, 100];

/**
 * Streams, ranges and playlists, beside a pipe of node:http. `--peers` adds nginx where it is
 * installed, and `--quick` runs fewer rounds.
 */
export default async function video(flags: ReadonlySet<string>): Promise<void> {
  const [rounds, seconds] = flags.has("--quick") ? [2, 0.7] : [5, 1.5];
  const origin = await startOrigin();
  const peers = await startPeers(origin.url, { hasOthers: flags.has("--peers") });
  try {
    for (const viewers of VIEWERS)
      await compare(
        `Segments of 6 MiB, ${viewers} viewer${viewers === 1 ? "" : "s"}`,
        peers,
        rounds,
        (peer) => measure(peer, "/segment.ts", { viewers, seconds }),
      );
    await compare("Ranges of 1 MB, 16 viewers", peers, rounds, (peer) =>
      measure(peer, "/segment.ts", {
        viewers: 16,
        seconds,
        headers: { range: "bytes=1000000-1999999" },
      }),
    );
    await compare("Ranges of 4 KB, 16 viewers", peers, rounds, (peer) =>
      measure(peer, "/segment.ts", {
        viewers: 16,
        seconds,
        headers: { range: "bytes=1000000-1004095" },
      }),
    );
    await compare(
      "Playlists of 1,000 segments, 4 viewers (only ours rewrites them)",
      peers,
      rounds,
      (peer) => measure(peer, "/list-1000.m3u8", { viewers: 4, seconds }),
    );
    await compare("Playlists of 20,000 segments, 1 viewer", peers, rounds, (peer) =>
      measure(peer, "/list-20000.m3u8", { viewers: 1, seconds }),
    );
  } finally {
    await Promise.all(
      [origin, ...peers.map(({ program }) => program)].map((program) => program.stop()),
    );
  }
}
