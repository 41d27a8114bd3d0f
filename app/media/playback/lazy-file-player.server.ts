import type { FilePlayer } from "./file-player.server";

/** Created by its first use: the muxer and its encoders take 20 MB and a tenth of a second. */
export function createLazyFilePlayer(create: () => Promise<FilePlayer>): FilePlayer {
  let created: Promise<FilePlayer> | null = null;
  const player = () => (created ??= create());
  return {
    describe: async (...request) => (await player()).describe(...request),
    respond: async (...request) => (await player()).respond(...request),
    encoders: async () => (await player()).encoders(),
    async close() {
      await (await created)?.close();
    },
  };
}
