import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { loadNicknames } from "~/features/catalog/search/words/nickname-data.server";
import { replaceTitleKeys } from "~/features/catalog/search/title-keys/title-key-store.server";
import { titleKeys } from "~/features/catalog/search/title-keys/title-keys";
import { termKeys } from "~/features/catalog/term-key";
import type { CatalogRow } from "./rows/catalog-row";
import type { ImportSource, Written } from "./write-rows";

type ColumnType = "integer" | "text" | "text[]" | "boolean" | "double precision" | "timestamptz";

const COLUMNS = {
  mal_id: "integer",
  title: "text",
  title_english: "text",
  title_japanese: "text",
  title_synonyms: "text[]",
  type: "text",
  source: "text",
  episodes: "integer",
  status: "text",
  airing: "boolean",
  aired_from: "timestamptz",
  aired_to: "timestamptz",
  duration: "text",
  rating: "text",
  score: "double precision",
  scored_by: "integer",
  popularity: "integer",
  members: "integer",
  favorites: "integer",
  synopsis: "text",
  background: "text",
  season: "text",
  year: "integer",
  broadcast_day: "text",
  broadcast_time: "text",
  broadcast_timezone: "text",
  image_url: "text",
  image_webp: "text",
  image_small_webp: "text",
  image_large_webp: "text",
  banner_image: "text",
  youtube_id: "text",
  trailer_url: "text",
  trailer_embed_url: "text",
  trailer_image_url: "text",
  url: "text",
  approved: "boolean",
  genres: "text[]",
  studios: "text[]",
  producers: "text[]",
  licensors: "text[]",
  themes: "text[]",
} satisfies Record<keyof CatalogRow, ColumnType>;

const STORED = { ...COLUMNS, term_keys: "text[]", content_hash: "text" };
const names = Object.keys(STORED);
const columnList = sql.raw(names.join(", "));
const recordShape = sql.raw(
  Object.entries(STORED)
    .map(([name, type]) => `${name} ${type}`)
    .join(", "),
);
const assignments = sql.raw(
  [
    ...names.filter((name) => name !== "mal_id").map((name) => `${name} = excluded.${name}`),
    "changed_at = now()",
  ].join(", "),
);

/** Starts the digest of rows that came from the starter catalog and from nowhere else since. */
export const STARTER_HASH_PREFIX = "starter:";

/** The digest of a row as it is stored, derived columns included: the same digest means that there is nothing to write. */
function contentHash(row: CatalogRow, keys: readonly string[], source: ImportSource): string {
  const values = names
    .filter((name) => name in COLUMNS)
    .map((name) => row[name as keyof CatalogRow]);
  const digest = createHash("sha256")
    .update(JSON.stringify([values, keys]))
    .digest("base64url");
  return source === "starter" ? STARTER_HASH_PREFIX + digest : digest;
}

interface Known extends Record<string, unknown> {
  mal_id: number;
  content_hash: string;
  banner_image: string | null;
}

/**
 * Writes titles, at most one of each id. Digests decide what is written at all; nothing is deleted, and what others attach to
 * a title (episodes, watch list entries, covers) hangs on its id and stays.
 */
export async function writeAnimes(
  tx: Transaction,
  rows: readonly CatalogRow[],
  source: ImportSource,
): Promise<Written<CatalogRow>> {
  const known = await tx.execute<Known>(sql`
    select mal_id, content_hash, banner_image from animes where mal_id = any(${sql.param(`{${rows.map((row) => row.mal_id).join(",")}}`)}::int[])`);
  const stored = new Map(known.map((row) => [row.mal_id, row]));
  const added: CatalogRow[] = [];
  const changed: CatalogRow[] = [];
  const records: unknown[] = [];
  for (const given of rows) {
    const present = stored.get(given.mal_id);
    if (
      source === "starter" &&
      present !== undefined &&
      !present.content_hash.startsWith(STARTER_HASH_PREFIX)
    )
      continue;
    const row =
      source === "jikan" ? { ...given, banner_image: present?.banner_image ?? null } : given;
    const keys = termKeys(row);
    const hash = contentHash(row, keys, source);
    if (present?.content_hash === hash) continue;
    (present === undefined ? added : changed).push(row);
    records.push({ ...row, term_keys: keys, content_hash: hash });
  }
  if (records.length > 0) {
    await tx.execute(sql`
      insert into animes (${columnList})
      select ${columnList} from json_to_recordset(${JSON.stringify(records)}::json) as incoming (${recordShape})
      on conflict (mal_id) do update set ${assignments}`);
    const nicknames = loadNicknames();
    await replaceTitleKeys(
      tx,
      [...added, ...changed].map((row) => titleKeys(row, nicknames)),
    );
  }
  return { added, changed, rejected: [] };
}
