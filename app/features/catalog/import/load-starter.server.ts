import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { renewListingBitmaps } from "~/features/catalog/listing/bitmaps/renew-bitmaps.server";
import { lockCatalogForWriting } from "./catalog-version.server";
import {
  importCatalog,
  importEpisodes,
  importRelations,
  refreshTables,
  type ImportOptions,
  type SourceChunks,
} from "./import-catalog.server";
import { readNdjsonFile } from "./ndjson-file.server";
import type { ImportCounts, Rejection, RowKind } from "./source-line";
import { STARTER_HASH_PREFIX } from "./write-animes.server";

export interface StarterLoad {
  counts: Record<RowKind, ImportCounts>;
  /** Rows that were refused: a mistake in the starter's files. */
  rejections: readonly Rejection[];
}

/**
 * Loads the starter catalog from `folder` (`animes/*.ndjson`, `demo*.ndjson`, `episodes*.ndjson`, `relations*.ndjson`) when its
 * files differ from those that were loaded before, and answers `null` when there is nothing to do: after the first start that is
 * one small query. A catalog that was brought from elsewhere is left alone entirely; where an import came on top of the starter,
 * only titles that no other source has touched are renewed. All or nothing, and once, however many instances start together.
 */
export async function loadStarter(db: Database, folder: string): Promise<StarterLoad | null> {
  const files = starterFiles(folder);
  if (files.animes.length === 0) return null;
  const digest = digestOf(files);
  if ((await loadedDigest(db)) === digest) return null;
  const load = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const loaded = await loadedDigest(tx);
    if (loaded === digest || (loaded === null && (await holdsOtherTitles(tx)))) return null;
    const rejections: Rejection[] = [];
    const options: ImportOptions = {
      source: "starter",
      withoutMaintenance: true,
      onRejected: (rejection) => rejections.push(rejection),
    };
    const counts = {
      animes: await importCatalog(tx, chunksOf(files.animes), options),
      episodes: await importEpisodes(tx, chunksOf(files.episodes), options),
      relations: await importRelations(tx, chunksOf(files.relations), options),
    };
    await tx.execute(sql`
      insert into catalog_state (id, starter_digest) values (1, ${digest})
      on conflict (id) do update set starter_digest = excluded.starter_digest`);
    return { counts, rejections };
  });
  if (load !== null) await renewListingBitmaps(db);
  if (load !== null)
    for (const kind of ["animes", "episodes", "relations"] as const) await refreshTables(db, kind);
  return load;
}

type StarterFiles = Record<RowKind, string[]>;

function starterFiles(folder: string): StarterFiles {
  const list = (name: string): string[] =>
    existsSync(join(folder, name))
      ? readdirSync(join(folder, name))
          .filter((file) => file.endsWith(".ndjson"))
          .sort()
          .map((file) => join(folder, name, file))
      : [];
  const top = list(".");
  const named = (pattern: RegExp) => top.filter((path) => pattern.test(path));
  return {
    animes: [...list("animes"), ...named(/[/\\]demo\.ndjson$/)],
    episodes: named(/[/\\](demo-)?episodes[^/\\]*\.ndjson$/),
    relations: named(/[/\\]relations[^/\\]*\.ndjson$/),
  };
}

function digestOf(files: StarterFiles): string {
  const hash = createHash("sha256");
  for (const path of [...files.animes, ...files.episodes, ...files.relations])
    hash.update(readFileSync(path)).update("\u0000");
  return hash.digest("base64url");
}

async function* chunksOf(paths: readonly string[]): SourceChunks {
  for (const path of paths) yield* readNdjsonFile(path);
}

async function loadedDigest(db: Pick<Database, "execute">): Promise<string | null> {
  const [state] = await db.execute<{ starter_digest: string | null }>(
    sql`select starter_digest from catalog_state where id = 1`,
  );
  return state?.starter_digest ?? null;
}

async function holdsOtherTitles(tx: Transaction): Promise<boolean> {
  const [found] = await tx.execute<{ others: boolean }>(sql`
    select exists (select 1 from animes where not starts_with(content_hash, ${STARTER_HASH_PREFIX})) as others`);
  return found?.others ?? false;
}
