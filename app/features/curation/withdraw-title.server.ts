import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, RecordChange } from "~db/client.server";
import { animes } from "~db/schema";
import { reindexTitle } from "~/features/search/title-index/rebuild-search-index.server";
import { changeCatalog } from "./change-catalog.server";

/**
 * Hides a title from everyone, on all pages and in the API, or shows it again. Returns whether that
 * changed anything. Throws `NotFound`.
 */
export async function setTitleWithdrawn(
  db: Database,
  id: number,
  withdrawn: boolean,
  record?: RecordChange,
): Promise<boolean> {
  const changed = await changeCatalog(
    db,
    async (tx) => {
      const [title] = await tx
        .select({ withdrawn: animes.withdrawn })
        .from(animes)
        .where(eq(animes.malId, id))
        .for("update");
      if (title === undefined) throw new NotFound({ key: "anime.idNotFound", values: { id } });
      if (title.withdrawn === withdrawn) return null;
      await tx.update(animes).set({ withdrawn, changedAt: new Date() }).where(eq(animes.malId, id));
      await reindexTitle(tx, id);
      return true;
    },
    record,
  );
  return changed !== null;
}
