import { sql } from "drizzle-orm";
import { Conflict, Invalid } from "~/errors/app-error";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { catalogState } from "~db/schema";
import { FIRST_OWN_TITLE_ID, LAST_OWN_TITLE_ID } from "~/features/catalog/own-title-id";
import type { Facts } from "~/features/import/corrections/correct-title.server";
import { checkCatalogRow } from "~/features/import/rows/catalog-row";
import { writeAnimes } from "~/features/import/write-animes.server";
import { changeCatalog } from "./change-catalog.server";
import { MAX_OWN_EPISODES, writeOwnEpisodes } from "./own-title.server";

export interface NewTitle {
  facts: Facts;
  /** An http(s) URL, or the path of an upload. */
  image: string | null;
  /** Titles of the episodes. By default, as many without a title as the facts say. */
  episodes?: readonly string[] | undefined;
}

/**
 * Adds a title that no other site knows, with its episodes, and returns its id. Throws `Invalid`
 * with the fields that the catalog refuses.
 */
export async function addTitle(
  db: Database,
  { facts: given, image, episodes }: NewTitle,
  record?: RecordChange<number>,
): Promise<number> {
  const facts = { ...given, episodes: episodes?.length ?? given.episodes };
  const id = await changeCatalog(
    db,
    async (tx) => {
      const malId = await takeId(tx);
      const checked = checkCatalogRow({
        ...facts,
        mal_id: malId,
        image_url: image,
        approved: true,
      });
      const invalid = "invalid" in checked ? checked.invalid : [];
      if (Number(facts.episodes ?? 0) > MAX_OWN_EPISODES) invalid.push("episodes");
      if ("invalid" in checked || invalid.length > 0)
        throw new Invalid(
          invalid.map((field) => ({
            path: field === "image_url" ? "image" : field,
            message: { key: "field.invalid", values: { field } },
          })),
        );
      await writeAnimes(tx, [checked.row], "hand");
      const count = checked.row.episodes ?? 0;
      await writeOwnEpisodes(tx, malId, episodes ?? Array.from({ length: count }, () => ""));
      return malId;
    },
    record,
  );
  if (id === null) throw new Error("a new title changes the catalog");
  return id;
}

/** Ids are never given twice, so that a link to a deleted title does not lead to another one. */
async function takeId(tx: Transaction): Promise<number> {
  const [state] = await tx
    .insert(catalogState)
    .values({ lastOwnTitleId: FIRST_OWN_TITLE_ID })
    .onConflictDoUpdate({
      target: catalogState.id,
      set: {
        lastOwnTitleId: sql`1 + greatest(${catalogState.lastOwnTitleId}, (
          SELECT max(mal_id) FROM animes
          WHERE mal_id BETWEEN ${FIRST_OWN_TITLE_ID} AND ${LAST_OWN_TITLE_ID}
        ))`,
      },
    })
    .returning({ id: catalogState.lastOwnTitleId });
  const id = state?.id ?? FIRST_OWN_TITLE_ID;
  if (id > LAST_OWN_TITLE_ID) throw new Conflict("title.noMoreIds");
  return id;
}
