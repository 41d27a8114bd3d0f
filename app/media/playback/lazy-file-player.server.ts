import { createLazy } from "~/concurrency/lazy";
import type { FilePlayer } from "./file-player.server";

/**
 * Creates the player by its first use: the muxer and its encoders take 20 MB and a tenth of a
 * second.
 */
export function createLazyFilePlayer(create: () => Promise<FilePlayer>): FilePlayer {
  const player = createLazy(create);
  return {
    describe: async (...request) => (await player.get()).describe(...request),
    respond: async (...request) => (await player.get()).respond(...request),
    encoders: async () => (await player.get()).encoders(),
    async close() {
      await (await player.getCreated())?.close();
    },
  };
}
