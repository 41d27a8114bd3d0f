import { monitorEventLoopDelay } from "node:perf_hooks";
import { Readable } from "node:stream";
import { rewriteBody } from "~/media/video/playlist-body.server";
import { median, printTable } from "./support/tables";
import { startOrigin, startPeers, type Peer } from "./video/peers";
import { dawdle, watch } from "./video/viewers";

const VIEWERS = [1, 16, 100];
const MIB = 1024 * 1024;

interface Measured {
  mbPerSecond: number;
  perSecond: number;
  cpuPer100Mb: number | null;
  firstByteMs: number;
  failures: number;
}

/** The video proxy beside its peers, alternating within one run: streams, ranges, slow viewers, playlists. `--quick` for a short look. */
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

async function measure(
  peer: Peer,
  path: string,
  load: Parameters<typeof watch>[1],
): Promise<Measured> {
  const before = peer.cpuMs();
  const taken = await watch(peer.url(path), load);
  const after = peer.cpuMs();
  return {
    mbPerSecond: taken.bytes / 1e6 / taken.seconds,
    perSecond: taken.requests / taken.seconds,
    cpuPer100Mb: before === null || after === null ? null : ((after - before) / taken.bytes) * 1e8,
    firstByteMs: taken.firstByteMs[Math.floor(taken.firstByteMs.length / 2)] ?? NaN,
    failures: taken.failures,
  };
}

/** Every peer in every round, in another order each time; the ratios are of the same round, and the median of them is told. */
async function compare(
  title: string,
  peers: readonly Peer[],
  rounds: number,
  run: (peer: Peer) => Promise<Measured>,
): Promise<void> {
  const results = new Map<Peer, Measured[]>(peers.map((peer) => [peer, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < peers.length; turn += 1) {
      const peer = peers[(turn + round + 1) % peers.length];
      if (peer === undefined) continue;
      const measured = await run(peer);
      // The first round warms up.
      if (round >= 0) results.get(peer)?.push(measured);
    }
  }
  const bare = results.get(peers.find(({ name }) => name.startsWith("bare")) ?? peers[0]!) ?? [];
  const rows = [...results].map(([{ name }, measured]) => {
    const cpu = measured.map(({ cpuPer100Mb }) => cpuPer100Mb ?? NaN);
    return [
      name,
      median(measured.map(({ mbPerSecond }) => mbPerSecond)).toFixed(0),
      median(
        measured.map(({ perSecond }, index) => perSecond / (bare[index]?.perSecond ?? NaN)),
      ).toFixed(2),
      median(measured.map(({ perSecond }) => perSecond)).toFixed(0),
      median(measured.map(({ firstByteMs }) => firstByteMs)).toFixed(1),
      median(cpu).toFixed(0),
      median(cpu.map((value, index) => value / (bare[index]?.cpuPer100Mb ?? NaN))).toFixed(2),
      measured.reduce((sum, { failures }) => sum + failures, 0),
    ];
  });
  process.stdout.write(`${title} (median of ${rounds}):\n\n`);
  printTable(
    ["", "MB/s", "of bare", "requests/s", "first byte ms", "CPU ms/100 MB", "of bare", "failed"],
    rows,
  );
}

async function slowViewers(peers: readonly Peer[]): Promise<void> {
  const viewers = 100;
  const rows: string[][] = [];
  for (const peer of peers) {
    const before = peer.memory();
    const leave = await dawdle(peer.url("/endless.ts"), viewers);
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

/** Our rewriting alone, in this process, and how long anything else waits meanwhile. */
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
      // The delay of the last turn is only seen in the next one.
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
