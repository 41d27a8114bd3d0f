import { compare, measure } from "./video/compare";
import { startAlternatives, startOrigin } from "./video/peers";

/**
 * The relay against its alternatives in the same video proxy, alternating. `--quick` runs fewer
 * rounds.
 */
export default async function relay(flags: ReadonlySet<string>): Promise<void> {
  const [rounds, seconds] = flags.has("--quick") ? [2, 0.7] : [7, 1.5];
  const origin = await startOrigin();
  const peers = await startAlternatives(origin.url);
  try {
    for (const viewers of [16, 100])
      await compare(`Segments of 6 MiB, ${viewers} viewers`, peers, rounds, (peer) =>
        measure(peer, "/segment.ts", { viewers, seconds }),
      );
  } finally {
    for (const peer of peers) peer.stop();
    origin.stop();
  }
}
