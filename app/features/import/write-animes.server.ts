import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { animes } from "~db/schema";
import { ANIME_COLUMNS } from "~/features/catalog/anime-schema.server";
import { loadNicknames } from "~/features/search/text/load-nicknames.server";
import { replaceIndexedTitles } from "~/features/search/title-index/title-index-store.server";
import { buildTitleIndex } from "~/features/search/title-index/build-title-index";
import { listMergedInto } from "~/features/catalog/merged-titles.server";
import type { LicensedStream, TitleTag } from "~/features/catalog/title-tags";
import { termKeys } from "~/features/catalog/term-key";
import { HAND_HASH_PREFIX, isAddedByHand, STARTER_HASH_PREFIX } from "./content-origin";
import { applyCorrections } from "./corrections/apply-corrections.server";
import type { CatalogRow } from "./rows/catalog-row";
import type { ImportSource, WriteResult } from "./write-result";

const COLUMNS = [
  ...ANIME_COLUMNS,
  ...[animes.tags, animes.streams, animes.termKeys, animes.contentHash].map((column) => ({
    name: column.name,
    sqlType: column.getSQLType(),
  })),
];
const columnList = sql.raw(COLUMNS.map(({ name }) => name).join(", "));
const recordShape = sql.raw(COLUMNS.map(({ name, sqlType }) => `${name} ${sqlType}`).join(", "));
const assignments = sql.raw(
  [
    ...COLUMNS.filter(({ name }) => name !== "mal_id").map(
      ({ name }) => `${name} = excluded.${name}`,
    ),
    // The time moves to a later second, since calendars count in seconds.
    "changed_at = greatest(now(), date_trunc('second', animes.changed_at) + interval '1 second')",
  ].join(", "),
);

const HASH_PREFIXES: Readonly<Record<ImportSource, string>> = {
  file: "",
  jikan: "",
  starter: STARTER_HASH_PREFIX,
  hand: HAND_HASH_PREFIX,
};

interface Extras {
  tags: TitleTag[];
  streams: LicensedStream[];
}

function contentHash(
  row: CatalogRow,
  { tags, streams }: Extras,
  keys: readonly string[],
  source: ImportSource,
): string {
  const values = ANIME_COLUMNS.map(({ name }) => row[name]);
  // Titles without extras keep the hashes of earlier versions.
  const extras =
    tags.length + streams.length === 0
      ? []
      : [
          tags.map(({ name, rank, spoiler }) => [name, rank, spoiler]),
          streams.map(({ name, url }) => [name, url]),
        ];
  const digest = createHash("sha256")
    .update(JSON.stringify([values, keys, ...extras]))
    .digest("base64url");
  return HASH_PREFIXES[source] + digest;
}

interface StoredRow extends Record<string, unknown> {
  mal_id: number;
  content_hash: string;
  banner_image: string | null;
  broadcast_day: string | null;
  broadcast_time: string | null;
  broadcast_timezone: string | null;
  youtube_id: string | null;
  tags: TitleTag[];
  streams: LicensedStream[];
}

/** Keeps what is stored of fields whose new value cannot be read. A slot is kept as a whole. */
function withStoredValues(row: CatalogRow, stored: StoredRow): CatalogRow {
  const hasVideo = !row.unreadable.includes("youtube_id");
  const hasSlot = row.unreadable.every((field) => field === "youtube_id");
  const { youtube_id, broadcast_day, broadcast_time, broadcast_timezone } = stored;
  return {
    ...row,
    ...(hasVideo ? {} : { youtube_id }),
    ...(hasSlot ? {} : { broadcast_day, broadcast_time, broadcast_timezone }),
  };
}

/** Leaves out merged titles; never deletes, as episodes, entries and covers refer to titles. */
export async function writeAnimes(
  tx: Transaction,
  rows: readonly CatalogRow[],
  source: ImportSource,
): Promise<WriteResult<CatalogRow>> {
  const existing = await tx.execute<StoredRow>(sql`
    SELECT mal_id, content_hash, banner_image, broadcast_day, broadcast_time, broadcast_timezone,
      youtube_id, tags, streams
    FROM animes WHERE mal_id = ANY(${sql.param(`{${rows.map((row) => row.mal_id).join(",")}}`)}::int[])`);
  const merged = await listMergedInto(
    tx,
    rows.map((row) => row.mal_id),
  );
  const storedById = new Map(existing.map((row) => [row.mal_id, row]));
  const added: CatalogRow[] = [];
  const changed: CatalogRow[] = [];
  const records: unknown[] = [];
  const isForeignTo = (row: CatalogRow): boolean => {
    const stored = storedById.get(row.mal_id);
    return stored !== undefined && isAddedByHand(stored.content_hash) && source !== "hand";
  };
  const accepted = rows.flatMap((given) => {
    if (merged.has(given.mal_id) || isForeignTo(given)) return [];
    const stored = storedById.get(given.mal_id);
    const row = stored === undefined ? given : withStoredValues(given, stored);
    if (source === "jikan") return [{ ...row, banner_image: stored?.banner_image ?? null }];
    const isForeign = stored !== undefined && !stored.content_hash.startsWith(STARTER_HASH_PREFIX);
    return source === "starter" && isForeign ? [] : [row];
  });
  for (const row of await applyCorrections(tx, accepted)) {
    const stored = storedById.get(row.mal_id);
    const extras = {
      tags: row.tags ?? stored?.tags ?? [],
      streams: row.streams ?? stored?.streams ?? [],
    };
    const keys = termKeys({ ...row, tags: extras.tags });
    const hash = contentHash(row, extras, keys, source);
    if (stored?.content_hash === hash) continue;
    (stored === undefined ? added : changed).push(row);
    records.push({ ...row, ...extras, term_keys: keys, content_hash: hash });
  }
  if (records.length > 0) {
    await tx.execute(sql`
      INSERT INTO animes (${columnList})
      SELECT ${columnList} FROM json_to_recordset(${JSON.stringify(records)}::json) AS incoming (${recordShape})
      ON CONFLICT (mal_id) DO UPDATE SET ${assignments}`);
    const nicknames = loadNicknames();
    await replaceIndexedTitles(
      tx,
      [...added, ...changed].map((row) => buildTitleIndex(row, nicknames)),
    );
  }
  const rejected = rows
    .filter(isForeignTo)
    .map((row) => ({ row, reason: `mal_id ${row.mal_id} was added by hand on this site` }));
  return { added, changed, rejected };
}
