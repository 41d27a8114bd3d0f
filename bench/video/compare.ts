import { readCpuMicros } from "../support/programs";
import { recordCost } from "../support/results";
import { median } from "../support/percentiles";
import { printTable } from "../support/tables";
import type { Peer } from "./peers";
import { watch } from "./viewers";

interface Measured {
  mbPerSecond: number;
  perSecond: number;
  cpuMicros: number | null;
  cpuPer100Mb: number | null;
  firstByteMs: number;
  failures: number;
}

export async function measure(
  peer: Peer,
  path: string,
  load: Parameters<typeof watch>[1],
): Promise<Measured> {
  const before = readCpuMicros(peer.program.pid);
  const result = await watch(peer.url(path), load);
  const after = readCpuMicros(peer.program.pid);
  return {
    mbPerSecond: result.bytes / 1e6 / result.seconds,
    perSecond: result.requests / result.seconds,
    cpuMicros: before === null || after === null ? null : (after - before) / result.requests,
    cpuPer100Mb:
      before === null || after === null ? null : ((after - before) / 1_000 / result.bytes) * 1e8,
    firstByteMs: result.firstByteMs[Math.floor(result.firstByteMs.length / 2)] ?? NaN,
    failures: result.failures,
  };
}

/**
 * Measures all peers in every round, in rotating order, and reports the median of the ratios within
 * a round.
 */
export async function compare(
  title: string,
  peers: readonly Peer[],
  rounds: number,
  run: (peer: Peer) => Promise<Measured>,
): Promise<void> {
  const results = new Map<Peer, Measured[]>(peers.map((peer) => [peer, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (let position = 0; position < peers.length; position += 1) {
      const peer = peers[(position + round + 1) % peers.length];
      if (peer === undefined) continue;
      const measured = await run(peer);
      // The first round is a warm-up.
      if (round >= 0) results.get(peer)?.push(measured);
    }
  }
  const bare = results.get(peers.find(({ name }) => name.startsWith("bare")) ?? peers[0]!) ?? [];
  const ours = results.get(peers[0]!) ?? [];
  const [cost, reference] = [ours, bare].map((rounds) => rounds.map(({ cpuMicros }) => cpuMicros));
  recordCost(`video: ${title}`, cost ?? [], reference ?? []);
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
      median(measured.map(({ cpuMicros }) => cpuMicros ?? NaN)).toFixed(0),
      median(cpu).toFixed(0),
      median(cpu.map((value, index) => value / (bare[index]?.cpuPer100Mb ?? NaN))).toFixed(2),
      measured.reduce((sum, { failures }) => sum + failures, 0),
    ];
  });
  process.stdout.write(`${title} (median of ${rounds}):\n\n`);
  printTable(
    [
      "",
      "MB/s",
      "of bare",
      "requests/s",
      "first byte ms",
      "CPU µs/request",
      "CPU ms/100 MB",
      "of bare",
      "failed",
    ],
    rows,
  );
}
