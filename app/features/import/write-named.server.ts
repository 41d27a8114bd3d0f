import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { FIRST_OWN_CREDIT_ID } from "~/features/credits/own-credit-id";
import { nameKeys, sameNameKey } from "~/features/credits/name-keys";
import type { NamedRow } from "./rows/credit-fields";

export type NamedKind = "characters" | "people";

interface NamedTables {
  table: string;
  names: string;
  /** The column that `names` and `references` use for the id. */
  idColumn: string;
  /** Tables that refer to it, with their other columns. */
  references: Readonly<Record<string, string>>;
}

const TABLES: Record<NamedKind, NamedTables> = {
  characters: {
    table: "characters",
    names: "character_names",
    idColumn: "character_id",
    references: {
      anime_characters: "anime_mal_id, role",
      voice_roles: "anime_mal_id, person_id, language",
      favorite_characters: "user_id, added_at",
    },
  },
  people: {
    table: "people",
    names: "person_names",
    idColumn: "person_id",
    references: {
      voice_roles: "anime_mal_id, character_id, language",
      anime_staff: "anime_mal_id, roles",
      favorite_people: "user_id, added_at",
    },
  },
};

/**
 * Upserts characters or people with their search keys; values are corrected, never cleared.
 * Returns the ids of those that are new or differ.
 */
export async function writeNamed(
  tx: Transaction,
  kind: NamedKind,
  given: readonly (NamedRow & { favorites?: number | null })[],
): Promise<ReadonlySet<number>> {
  const rows = mergeById(given);
  if (rows.length === 0) return new Set();
  const table = sql.raw(TABLES[kind].table);
  const favorites = kind === "characters";
  const written = await tx.execute<{ id: number; name: string; name_japanese: string | null }>(sql`
    INSERT INTO ${table} AS n (id, name, name_japanese, image_url, about${sql.raw(favorites ? ", favorites" : "")})
    SELECT i.id, i.name, coalesce(i.name_japanese, o.name_japanese), coalesce(i.image, o.image_url),
      coalesce(i.about, o.about)
      ${favorites ? sql`, coalesce(i.favorites, o.favorites, 0)` : sql``}
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS i (id integer, name text, name_japanese text, image text, about text, favorites integer)
    LEFT JOIN ${table} o ON o.id = i.id
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_japanese = excluded.name_japanese,
      image_url = excluded.image_url, about = excluded.about ${favorites ? sql`, favorites = excluded.favorites` : sql``}
    WHERE (n.name, n.name_japanese, n.image_url, n.about ${favorites ? sql`, n.favorites` : sql``})
      IS DISTINCT FROM (excluded.name, excluded.name_japanese, excluded.image_url, excluded.about
        ${favorites ? sql`, excluded.favorites` : sql``})
    RETURNING n.id, n.name, n.name_japanese`);
  await writeNames(tx, kind, [...written]);
  return new Set(written.map(({ id }) => id));
}

/** The last value of an id wins, as it would row by row. */
function mergeById<Row extends NamedRow & { favorites?: number | null }>(
  given: readonly Row[],
): Row[] {
  const rows = new Map<number, Row>();
  for (const row of given) {
    const before = rows.get(row.id);
    rows.set(row.id, {
      ...row,
      name_japanese: row.name_japanese ?? before?.name_japanese ?? null,
      image: row.image ?? before?.image ?? null,
      about: row.about ?? before?.about ?? null,
      favorites: row.favorites ?? before?.favorites ?? null,
    });
  }
  return [...rows.values()];
}

async function writeNames(
  tx: Transaction,
  kind: NamedKind,
  rows: readonly { id: number; name: string; name_japanese: string | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.raw(TABLES[kind].names);
  const idColumn = sql.raw(TABLES[kind].idColumn);
  const keys = rows.flatMap((row) =>
    nameKeys(row.name, row.name_japanese).map((key) => ({ id: row.id, key })),
  );
  await tx.execute(sql`
    DELETE FROM ${names} WHERE ${idColumn} = ANY(${idList(rows.map(({ id }) => id))}::int[])`);
  await tx.execute(sql`
    INSERT INTO ${names} (${idColumn}, key)
    SELECT id, key FROM json_to_recordset(${JSON.stringify(keys)}::json) AS k (id integer, key text)`);
}

export function idList(ids: readonly number[]) {
  return sql.param(`{${ids.join(",")}}`);
}

/**
 * Gives everything of the starter's characters or people to those of the same name and title with
 * an id of MyAnimeList. `credits` are the rows just written.
 */
export async function adoptOwnIds(
  tx: Transaction,
  kind: NamedKind,
  credits: readonly { mal_id: number; id: number; name: string }[],
): Promise<void> {
  const { table, idColumn, references } = TABLES[kind];
  const id = sql.raw(idColumn);
  const titles = [...new Set(credits.map(({ mal_id }) => mal_id))];
  const credited = kind === "characters" ? ["anime_characters"] : ["voice_roles", "anime_staff"];
  const own = await tx.execute<{ mal_id: number; id: number; name: string }>(
    sql.join(
      credited.map(
        (name) => sql`
          SELECT DISTINCT r.anime_mal_id AS mal_id, n.id, n.name
          FROM ${sql.raw(name)} r JOIN ${sql.raw(table)} n ON n.id = r.${id}
          WHERE r.${id} >= ${FIRST_OWN_CREDIT_ID} AND r.anime_mal_id = ANY(${idList(titles)}::int[])`,
      ),
      sql` UNION `,
    ),
  );
  if (own.length === 0) return;
  const key = (row: { mal_id: number; name: string }) => `${row.mal_id} ${sameNameKey(row.name)}`;
  const successors = new Map(
    credits.filter((row) => row.id < FIRST_OWN_CREDIT_ID).map((row) => [key(row), row.id]),
  );
  const pairs = new Map(
    [...own].flatMap((row) => {
      const into = successors.get(key(row));
      return into === undefined ? [] : [[row.id, into] as const];
    }),
  );
  for (const [from, into] of pairs) {
    for (const [reference, columns] of Object.entries(references)) {
      const rest = sql.raw(columns);
      await tx.execute(sql`
        INSERT INTO ${sql.raw(reference)} (${id}, ${rest})
        SELECT ${into}::int4, ${rest} FROM ${sql.raw(reference)} WHERE ${id} = ${from}
        ON CONFLICT DO NOTHING`);
    }
    // Its references go with it.
    await tx.execute(sql`DELETE FROM ${sql.raw(table)} WHERE id = ${from}`);
  }
}
