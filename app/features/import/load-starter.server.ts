import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, catalogState } from "~db/schema";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { lockCatalogForWriting } from "~/features/catalog/catalog-version.server";
import {
  importCatalog,
  importCharacters,
  importEpisodes,
  importRelations,
  importStaff,
  importThemes,
  vacuumTables,
  type ImportOptions,
  type SourceChunks,
} from "./import-catalog.server";
import { readNdjsonFile } from "./ndjson-file.server";
import { CATALOG_KINDS, type CatalogKind, type ImportCounts, type Rejection } from "./source-item";
import { STARTER_HASH_PREFIX } from "./content-origin";

export interface StarterLoad {
  counts: Record<CatalogKind, ImportCounts>;
  /** Rejections are errors in the starter's files. */
  rejections: readonly Rejection[];
}

/**
 * Returns `null` if the loaded catalog has the same digest. Leaves a catalog imported without the
 * starter alone; on top of the starter, only updates titles from no other source. One transaction,
 * run once across instances. `onFile` is told which file is being read, of how many.
 */
export async function loadStarter(
  db: Database,
  folder: string,
  onFile: (number: number, total: number) => void = () => undefined,
): Promise<StarterLoad | null> {
  const files = listStarterFiles(folder);
  if (files.animes.length === 0) return null;
  const digest = hashFiles(files);
  if ((await getLoadedDigest(db)) === digest) return null;
  const load = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const loaded = await getLoadedDigest(tx);
    if (loaded === digest || (loaded === null && (await hasOtherTitles(tx)))) return null;
    const rejections: Rejection[] = [];
    const total = Object.values(files).flat().length;
    let number = 0;
    async function* readChunks(paths: readonly string[]): SourceChunks {
      for (const path of paths) {
        onFile((number += 1), total);
        yield* readNdjsonFile(path);
      }
    }
    const options: ImportOptions = {
      source: "starter",
      skipVacuum: true,
      onRejected: (rejection) => rejections.push(rejection),
    };
    const counts = {
      animes: await importCatalog(tx, readChunks(files.animes), options),
      episodes: await importEpisodes(tx, readChunks(files.episodes), options),
      relations: await importRelations(tx, readChunks(files.relations), options),
      characters: await importCharacters(tx, readChunks(files.characters), options),
      staff: await importStaff(tx, readChunks(files.staff), options),
      themes: await importThemes(tx, readChunks(files.themes), options),
    };
    await tx
      .insert(catalogState)
      .values({ starterDigest: digest })
      .onConflictDoUpdate({ target: catalogState.id, set: { starterDigest: digest } });
    return { counts, rejections };
  });
  if (load === null) return null;
  await rebuildListingBitmaps(db);
  await rebuildFranchises(db);
  for (const kind of CATALOG_KINDS) await vacuumTables(db, kind);
  return load;
}

type StarterFiles = Record<CatalogKind, string[]>;

function listStarterFiles(folder: string): StarterFiles {
  const list = (name: string): string[] =>
    existsSync(join(folder, name))
      ? readdirSync(join(folder, name))
          .filter((file) => file.endsWith(".ndjson"))
          .sort()
          .map((file) => join(folder, name, file))
      : [];
  const rootFiles = list(".");
  const matching = (pattern: RegExp) => rootFiles.filter((path) => pattern.test(path));
  return {
    animes: [...list("animes"), ...matching(/[/\\]demo\.ndjson$/)],
    episodes: matching(/[/\\](demo-)?episodes[^/\\]*\.ndjson$/),
    relations: matching(/[/\\]relations[^/\\]*\.ndjson$/),
    characters: matching(/[/\\]characters\.ndjson$/),
    staff: matching(/[/\\]staff\.ndjson$/),
    themes: matching(/[/\\]themes\.ndjson$/),
  };
}

function hashFiles(files: StarterFiles): string {
  const hash = createHash("sha256");
  for (const path of CATALOG_KINDS.flatMap((kind) => files[kind]))
    hash.update(readFileSync(path)).update("\u0000");
  return hash.digest("base64url");
}

async function getLoadedDigest(db: Pick<Database, "select">): Promise<string | null> {
  const [state] = await db.select({ digest: catalogState.starterDigest }).from(catalogState);
  return state?.digest ?? null;
}

/** Whether a title of the catalog comes from anything but the starter. */
export async function hasOtherTitles(tx: Pick<Database, "select">): Promise<boolean> {
  const others = await tx
    .select({ id: animes.malId })
    .from(animes)
    .where(sql`NOT starts_with(${animes.contentHash}, ${STARTER_HASH_PREFIX})`)
    .limit(1);
  return others.length > 0;
}
