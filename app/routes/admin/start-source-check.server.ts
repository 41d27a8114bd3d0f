import { recheckSources } from "~/features/playback/sources/recheck-sources.server";
import type { Services } from "~/http/context";

/** Throws `Conflict` while a check is under way. */
export async function startSourceCheck(
  { runs, checkSource, config }: Pick<Services, "runs" | "checkSource" | "config">,
  startedBy: string,
): Promise<void> {
  const subject = config.server.publicUrl?.host ?? "Akari";
  await runs.start({ kind: "source-check", subject, startedBy }, async (run) => {
    const check = (address: string) => checkSource(address, run.signal);
    await recheckSources(run.db, check, {
      signal: run.signal,
      onProgress: ({ checked, dead, total }) =>
        run.report({
          fraction: total === 0 ? 1 : checked / total,
          counts: { checked, dead, total },
        }),
    });
  });
}
