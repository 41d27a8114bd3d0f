import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import { rewriteBody } from "~/media/video/playlist-body.server";
import { median } from "./support/percentiles";
import { printTable } from "./support/tables";
import { startOrigin, startPeers, type Peer } from "./video/peers";
import { compare, measure } from "./video/compare";
import { watchSlowly } from "./video/viewers";

const VIEWERS = [1, 16, 100];
const MIB = 1024 * 1024;

/**
 * Streams, ranges, slow viewers and playlists, against the proxy's peers. `--quick` runs fewer
 * rounds.
 */
export default async function video(flags: ReadonlySet<string>): Promise<void> {
  const [rounds, seconds] = flags.has("--quick") ? [2, 0.7] : [5, 1.5];
  const origin = await startOrigin();
  const peers = await startPeers(origin.url);
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
    await slowViewers(peers);
    await compare(
      "Playlists of 1,000 segments, 4 viewers (only akari and hls-proxy rewrite them)",
      peers,
      rounds,
      (peer) => measure(peer, "/list-1000.m3u8", { viewers: 4, seconds }),
    );
    await compare("Playlists of 20,000 segments, 1 viewer", peers, rounds, (peer) =>
      measure(peer, "/list-20000.m3u8", { viewers: 1, seconds }),
    );
  } finally {
    for (const peer of peers) peer.stop();
    origin.stop();
  }
  await rewriting();
}

async function slowViewers(peers: readonly Peer[]): Promise<void> {
  const viewers = 100;
  const rows: string[][] = [];
  for (const peer of peers) {
    const before = peer.memory();
    const leave = await watchSlowly(peer.url("/endless.ts"), viewers);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const after = peer.memory();
    leave();
    rows.push([
      peer.name,
      before === null || after === null ? "-" : ((after - before) / viewers / MIB).toFixed(2),
    ]);
  }
  process.stdout.write(`${viewers} viewers of an endless film at 10 kB/s, for 10 s:\n\n`);
  printTable(["", "MiB each"], rows);
}

/** Rewriting alone, in this process, and the event-loop delay it causes. */
async function rewriting(): Promise<void> {
  const rows: string[][] = [];
  for (const segments of [1_000, 20_000, 100_000]) {
    const text = Buffer.from(
      `#EXTM3U\n${Array.from({ length: segments }, (_, index) => `#EXTINF:6.000,\nvideo/1080p/${index}.ts?token=abcdef\n`).join("")}`,
    );
    const runs = [];
    for (let round = 0; round < 12; round += 1) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const before = process.cpuUsage();
      await rewriteBody(Readable.from([text.subarray(0, 5 * MIB)]), Buffer.alloc(0), {
        url: new URL("https://cdn.example/show/index.m3u8"),
      });
      const { user, system } = process.cpuUsage(before);
      // The last delay only shows in the next turn.
      await new Promise((resolve) => setTimeout(resolve, 5));
      delay.disable();
      if (round >= 3) runs.push({ cpu: (user + system) / 1000, wait: delay.max / 1e6 });
    }
    rows.push([
      String(segments),
      median(runs.map(({ cpu }) => cpu)).toFixed(1),
      median(runs.map(({ wait }) => wait)).toFixed(1),
    ]);
  }
  process.stdout.write("Rewriting alone (median of 9):\n\n");
  printTable(["segments", "CPU ms", "longest wait of others, ms"], rows);
}
