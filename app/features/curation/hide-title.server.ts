import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { animes } from "~db/schema";
import { reindexTitle } from "~/features/search/title-index/rebuild-search-index.server";
import { changeCatalog } from "./change-catalog.server";

/**
 * Hides a title from everyone, on all pages and in the API, or shows it again. Returns whether that
 * changed anything. Throws `NotFound`.
 */
export async function setTitleHidden(db: Database, id: number, hidden: boolean): Promise<boolean> {
  const changed = await changeCatalog(db, async (tx) => {
    const [title] = await tx
      .select({ hidden: animes.hidden })
      .from(animes)
      .where(eq(animes.malId, id))
      .for("update");
    if (title === undefined) throw new NotFound({ key: "anime.idNotFound", values: { id } });
    if (title.hidden === hidden) return null;
    await tx.update(animes).set({ hidden, changedAt: new Date() }).where(eq(animes.malId, id));
    await reindexTitle(tx, id);
    return true;
  });
  return changed !== null;
}
