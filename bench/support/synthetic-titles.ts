import type { Sql } from "postgres";
import { SEARCH_TABLES } from "~/features/search/title-index/title-index-store.server";
import { copyTitleKeys } from "./copy-title-keys";

/** An id above every real one; also the distance between rounds. */
const FIRST_SYNTHETIC_ID = 1_000_000;

/** Makes words that only one title has. */
const SYLLABLES = "kakikukekosasisusesotatinunenohahimamimurarireroyawagagizubabidedo";

/**
 * Deterministic. Each title combines the facts of one real title, half the name of a second, a
 * word of its own and the company of a third, with shifted year, score and popularity, so
 * distributions stay realistic.
 */
export async function addSyntheticTitles(sql: Sql, titles: number): Promise<void> {
  const [row] = await sql<
    { real: number }[]
  >`SELECT count(*)::int AS real FROM animes WHERE mal_id < ${FIRST_SYNTHETIC_ID}`;
  const real = row?.real ?? 0;
  if (real === 0) throw new Error("there is no catalog to grow");
  const columns = await sql<{ column_name: string }[]>`
    SELECT column_name FROM information_schema.columns
    WHERE table_name = 'animes' AND table_schema = 'public' AND is_generated = 'NEVER' ORDER BY ordinal_position`;
  const synthetic: Record<string, string> = {
    mal_id: `a.mal_id + k.round * ${FIRST_SYNTHETIC_ID}`,
    title: "mixed(a.title, b.title, a.mal_id * 61 + k.round)",
    title_english: "mixed(a.title_english, b.title_english, a.mal_id * 61 + k.round)",
    title_japanese: "mixed(a.title_japanese, b.title_japanese, a.mal_id * 61 + k.round)",
    title_synonyms:
      "array(select mixed(name, c.title, a.mal_id * 61 + k.round) from unnest(b.title_synonyms) as name)",
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
  const values = names.map((name) => synthetic[name] ?? `a.${name}`);
  const rounds = Math.ceil(titles / real) - 1;
  const restore = await withoutIndexes(sql, ["animes", "listing_entries", ...SEARCH_TABLES]);
  await sql.begin(async (tx) => {
    await tx.unsafe(`
      CREATE FUNCTION pg_temp.new_word(seed int) RETURNS text language sql IMMUTABLE AS $$
        SELECT string_agg(substr('${SYLLABLES}', 1 + 2 * ((seed / (${SYLLABLES.length / 2} ^ place)::int) % ${SYLLABLES.length / 2}), 2), '')
        FROM generate_series(0, 3) AS place
      $$`);
    await tx.unsafe(`
      CREATE FUNCTION pg_temp.mixed(one text, other text, seed int)
      RETURNS text language sql IMMUTABLE AS $$
        SELECT array_to_string((string_to_array(one, ' '))[1:(cardinality(string_to_array(one, ' ')) + 1) / 2]
          || pg_temp.new_word(seed)
          || (string_to_array(other, ' '))[(cardinality(string_to_array(other, ' ')) + 1) / 2 + 1:], ' ')
      $$`);
    await tx.unsafe(`
      CREATE TEMPORARY TABLE numbered ON COMMIT DROP AS
        SELECT mal_id, row_number() over (ORDER BY mal_id) - 1 AS place FROM animes WHERE mal_id < ${FIRST_SYNTHETIC_ID};
      CREATE UNIQUE INDEX ON numbered (place);
      ANALYZE numbered`);
    for (let round = 1; round <= rounds; round += 1) {
      const count = Math.min(real, titles - real * round);
      await tx.unsafe(`
        INSERT INTO animes (${names.join(", ")})
        SELECT ${values.map((value) => value.replaceAll("mixed(", "pg_temp.mixed(")).join(", ")}
        FROM (SELECT ${round} AS round, ${rounds + 1} AS rounds) k
        CROSS JOIN numbered n
        JOIN animes a ON a.mal_id = n.mal_id
        JOIN numbered nb ON nb.place = (n.place * 7919 + ${round} * 104729) % ${real}
        JOIN animes b ON b.mal_id = nb.mal_id
        JOIN numbered nc ON nc.place = (n.place * 15485863 + ${round} * 611953) % ${real}
        JOIN animes c ON c.mal_id = nc.mal_id
        WHERE n.place < ${count}`);
    }
  });
  await copyTitleKeys(sql);
  await restore();
}

export async function rebuildTitleKeys(sql: Sql): Promise<void> {
  const restore = await withoutIndexes(sql, SEARCH_TABLES);
  await copyTitleKeys(sql);
  await restore();
}

/** Drops the indexes, so that inserts are faster; the returned function recreates them. */
async function withoutIndexes(sql: Sql, tables: readonly string[]): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; made: string }[]>`
    SELECT indexname AS name, indexdef AS made FROM pg_indexes
    WHERE tablename IN ${sql(tables)} AND indexname NOT IN (SELECT conname FROM pg_constraint)`;
  const references = await sql<{ table: string; name: string; made: string }[]>`
    SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS made FROM pg_constraint
    WHERE contype = 'f' AND conrelid::regclass::text IN ${sql(tables)}`;
  for (const { name } of indexes) await sql.unsafe(`DROP INDEX "${name}"`);
  for (const { table, name } of references)
    await sql.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  return async () => {
    const connection = await sql.reserve();
    await connection`SET maintenance_work_mem = '512MB'`;
    for (const { made } of indexes) await connection.unsafe(made);
    for (const { table, name, made } of references)
      await connection.unsafe(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${made}`);
    await connection`RESET maintenance_work_mem`;
    connection.release();
  };
}
