import { Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import type { PlaybackServices } from "~/features/playback/playback-services.server";
import { putSource } from "~/features/playback/sources/put-source.server";
import { removeSources } from "~/features/playback/sources/remove-sources.server";
import type { sourceFormSchema } from "~/features/playback/sources/source-form";
import type { z } from "zod";
import type { Database } from "~db/client.server";

/** Adds a source that passes its check, or unchecked. Throws `Invalid` for one that fails it. */
export async function addSource(
  { db, checkSource }: { db: Database } & Pick<PlaybackServices, "checkSource">,
  userId: string,
  { source, isUnchecked }: { source: z.output<typeof sourceFormSchema>; isUnchecked: boolean },
): Promise<void> {
  const verdict = isUnchecked ? null : await checkSource(source.url);
  if (verdict?.alive === false)
    throw new Invalid([
      {
        path: "url",
        message: { key: "source.notPlayable", values: { problem: verdict.problem } },
      },
    ]);
  const details = { anime: source.anime, episode: source.episode };
  await putSource(db, source, verdict, {
    record: (tx) => recordAudit(tx, { via: "page", userId }, { action: "source.added", details }),
  });
  await rebuildListingBitmaps(db).catch(() => undefined);
}

/** Removes the sources that match, and records who did. */
export async function removeSourcesFor(
  db: Database,
  userId: string,
  criteria: Parameters<typeof removeSources>[1],
): Promise<void> {
  await removeSources(db, criteria, (tx, removed) =>
    recordAudit(
      tx,
      { via: "page", userId },
      { action: "source.removed", details: { sources: removed.length } },
    ),
  );
}
