import type { Sql } from "~db/client.server";
import { SEARCH_TABLES } from "~/features/catalog/search/title-keys/title-key-store.server";
import { copyTitleKeys } from "./copy-title-keys";

/** Ids of made titles start here, above every real one; each round of them has as much room. */
export const FIRST_MADE_ID = 1_000_000;

/**
 * Fills the catalog up to `titles` with made ones, always the same: each takes its facts from one real title, the second half of its name from
 * another and its company from a third, moves in year, score and popularity, and so keeps the real spread of genres, lengths and words.
 */
export async function growCatalog(sql: Sql, titles: number): Promise<void> {
  const [row] = await sql<
    { real: number }[]
  >`select count(*)::int as real from animes where mal_id < ${FIRST_MADE_ID}`;
  const real = row?.real ?? 0;
  if (real === 0) throw new Error("there is no catalog to grow");
  const columns = await sql<{ column_name: string }[]>`
    select column_name from information_schema.columns
    where table_name = 'animes' and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`;
  const made: Record<string, string> = {
    mal_id: `a.mal_id + k.round * ${FIRST_MADE_ID}`,
    title: "mixed(a.title, b.title) || ' ' || k.round",
    title_english: "mixed(a.title_english, b.title_english)",
    title_japanese: "a.title_japanese || b.title_japanese",
    title_synonyms: "b.title_synonyms",
    year: "a.year - (k.round + a.mal_id) % 15",
    score:
      "round((greatest(1, least(10, a.score + ((a.mal_id * 31 + k.round * 17) % 100 - 50) / 100.0)))::numeric, 2)::float8",
    popularity: "a.popularity * k.rounds + k.round",
    studios: "c.studios",
    term_keys:
      "(select array_agg(term) from (select term from unnest(a.term_keys) as term where term not like 'studio:%' union select term from unnest(c.term_keys) as term where term like 'studio:%') as terms)",
    content_hash: "a.content_hash || k.round",
  };
  const names = columns.map(({ column_name }) => column_name);
  const values = names.map((name) => made[name] ?? `a.${name}`);
  const rounds = Math.ceil(titles / real) - 1;
  const restore = await withoutIndexes(sql, ["animes", "listing_entries", ...SEARCH_TABLES]);
  await sql.begin(async (tx) => {
    await tx.unsafe(`
      create function pg_temp.mixed(one text, other text) returns text language sql immutable as $$
        select array_to_string((string_to_array(one, ' '))[1:(cardinality(string_to_array(one, ' ')) + 1) / 2]
          || (string_to_array(other, ' '))[(cardinality(string_to_array(other, ' ')) + 1) / 2 + 1:], ' ')
      $$`);
    await tx.unsafe(`
      create temporary table numbered on commit drop as
        select mal_id, row_number() over (order by mal_id) - 1 as place from animes where mal_id < ${FIRST_MADE_ID};
      create unique index on numbered (place);
      analyze numbered`);
    for (let round = 1; round <= rounds; round += 1) {
      const wanted = Math.min(real, titles - real * round);
      await tx.unsafe(`
        insert into animes (${names.join(", ")})
        select ${values.map((value) => value.replaceAll("mixed(", "pg_temp.mixed(")).join(", ")}
        from (select ${round} as round, ${rounds + 1} as rounds) k
        cross join numbered n
        join animes a on a.mal_id = n.mal_id
        join numbered nb on nb.place = (n.place * 7919 + ${round} * 104729) % ${real}
        join animes b on b.mal_id = nb.mal_id
        join numbered nc on nc.place = (n.place * 15485863 + ${round} * 611953) % ${real}
        join animes c on c.mal_id = nc.mal_id
        where n.place < ${wanted}`);
    }
  });
  await copyTitleKeys(sql);
  await restore();
}

/** Makes the search rows of a large catalog anew. */
export async function renewTitleKeys(sql: Sql): Promise<void> {
  const restore = await withoutIndexes(sql, SEARCH_TABLES);
  await copyTitleKeys(sql);
  await restore();
}

/** Takes secondary indexes and references away, which cost more than the rows while there are many of them; the answer puts them back. */
async function withoutIndexes(sql: Sql, tables: readonly string[]): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; made: string }[]>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename in ${sql(tables)} and indexname not in (select conname from pg_constraint)`;
  const references = await sql<{ table: string; name: string; made: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as made from pg_constraint
    where contype = 'f' and conrelid::regclass::text in ${sql(tables)}`;
  for (const { name } of indexes) await sql.unsafe(`drop index "${name}"`);
  for (const { table, name } of references)
    await sql.unsafe(`alter table ${table} drop constraint "${name}"`);
  return async () => {
    const connection = await sql.reserve();
    await connection`set maintenance_work_mem = '512MB'`;
    for (const { made } of indexes) await connection.unsafe(made);
    for (const { table, name, made } of references)
      await connection.unsafe(`alter table ${table} add constraint "${name}" ${made}`);
    await connection`reset maintenance_work_mem`;
    connection.release();
  };
}
