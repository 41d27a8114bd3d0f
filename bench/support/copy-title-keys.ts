import { once } from "node:events";
import type { Writable } from "node:stream";
import { loadNicknames } from "~/features/catalog/search/words/nickname-data.server";
import { searchVersion } from "~/features/catalog/search/title-keys/rebuild-title-keys.server";
import { storedPieces } from "~/features/catalog/search/words/spelling";
import {
  isTolerant,
  SEARCH_TABLES,
  wordVariants,
} from "~/features/catalog/search/title-keys/title-key-store.server";
import {
  KEY_KINDS,
  titleKeys,
  type SearchableAnime,
} from "~/features/catalog/search/title-keys/title-keys";
import type { Sql } from "~db/client.server";

type Row = SearchableAnime & { popularity: number | null; mature: boolean };

const PAGE = 5_000;
const LEAST_POPULAR = 2_147_483_647;

/** Makes the search rows of all titles by COPY, which takes a tenth of what an import's statements take. The tables should have no secondary index meanwhile. */
export async function copyTitleKeys(sql: Sql): Promise<void> {
  const nicknames = loadNicknames();
  await sql`truncate ${sql(SEARCH_TABLES[0])}, ${sql(SEARCH_TABLES[1])}, ${sql(SEARCH_TABLES[2])}`;
  const vocabulary = new Map<string, number>();
  const keys = await copyInto(
    sql,
    "anime_title_keys (mal_id, key, raw, strict, kind, popularity, mature, pieces)",
  );
  const words = await copyInto(sql, "anime_title_words (mal_id, names, words, popularity, mature)");
  for (let from = 0; ;) {
    const page = await sql<Row[]>`
      select mal_id, title, title_english, title_japanese, title_synonyms, type, year, members, popularity, mature
      from animes where mal_id >= ${from} order by mal_id limit ${PAGE}`;
    let keyLines = "";
    let wordLines = "";
    for (const row of page) {
      const { keys: own, names, words: spoken } = titleKeys(row, nicknames);
      const rank = row.popularity ?? LEAST_POPULAR;
      for (const { key, raw, strict, kind } of own) {
        keyLines += line(
          row.mal_id,
          key,
          raw,
          strict,
          kind,
          rank,
          row.mature,
          `{${(kind === KEY_KINDS.initials ? [] : storedPieces(key)).join(",")}}`,
        );
      }
      wordLines += line(
        row.mal_id,
        `{${names.map(quotedElement).join(",")}}`,
        spoken.map(quotedLexeme).join(" "),
        rank,
        row.mature,
      );
      for (const word of spoken)
        if (isTolerant(word)) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
    }
    await write(keys, keyLines);
    await write(words, wordLines);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    from = last.mal_id + 1;
  }
  await finish(keys);
  await finish(words);
  const spellings = await copyInto(sql, "title_vocabulary (word, titles, variants)");
  for (const [word, titles] of vocabulary)
    await write(spellings, line(word, titles, `{${wordVariants(word).join(",")}}`));
  await finish(spellings);
  await sql`insert into search_state (id, version) values (1, ${searchVersion()}) on conflict (id) do update set version = excluded.version`;
}

async function copyInto(sql: Sql, target: string): Promise<Writable> {
  return sql.unsafe(`copy ${target} from stdin`).writable();
}

async function write(stream: Writable, text: string): Promise<void> {
  if (text !== "" && !stream.write(text)) await once(stream, "drain");
}

async function finish(stream: Writable): Promise<void> {
  const finished = once(stream, "finish");
  stream.end();
  await finished;
}

/** One line of COPY's text format. */
function line(...values: (string | number | boolean)[]): string {
  return `${values.map((value) => String(value).replace(/[\\\t\n\r]/g, (sign) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[sign] ?? sign)).join("\t")}\n`;
}

function quotedElement(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function quotedLexeme(text: string): string {
  return `'${text.replace(/\\/g, "\\\\").replaceAll("'", "''")}'`;
}
