import { airingStatusAt } from "~/features/catalog/airing-status.server";
import { LRUCache } from "lru-cache";
import { matchTitles } from "~/features/search/search-titles.server";
import type { Sql } from "~db/client.server";
import type {
  IdHit,
  KeyHit,
  Relation,
  TitleFacts,
  TitleSource,
  TvdbEpisode,
  TvdbFacts,
} from "./title-facts";

const MAX_MATCHES = 12;
const MAX_CACHED = 4_000;
/** Titles that share an id, as seasons and films do. */
const MAX_SHARING = 100;

interface FactsRow {
  mal_id: number;
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  title_synonyms: string[];
  type: string | null;
  year: number | null;
  aired_from: string | null;
  aired_to: string | null;
  episodes: number | null;
  status: string | null;
  members: number | null;
}

export function databaseTitles(sql: Sql): TitleSource {
  const searches = new LRUCache<string, number[]>({ max: MAX_CACHED });
  const keyHits = new LRUCache<string, KeyHit[]>({ max: MAX_CACHED });
  const cached = new LRUCache<number, TitleFacts>({ max: MAX_CACHED });
  const tvdbFacts = new LRUCache<number, TvdbFacts>({ max: MAX_CACHED });
  let relations: Promise<Map<number, Relation[]>> | null = null;
  return {
    async search(query) {
      const text = query.slice(0, 256);
      let ids = searches.get(text);
      if (ids === undefined) {
        const matches = await matchTitles(sql, text, {
          parentalControl: false,
          limit: MAX_MATCHES,
        });
        ids = matches.map(({ malId }) => malId);
        searches.set(text, ids);
      }
      return ids;
    },
    async findByKeys(keys) {
      const text = keys.join("\n");
      const found = keyHits.get(text);
      if (found !== undefined) return found;
      const rows = await sql<{ mal_id: number; key: string; kind: number }[]>`
        SELECT mal_id, key, kind FROM anime_title_keys
        WHERE key = ANY(${[...keys]}::text[]) ORDER BY popularity LIMIT 200`;
      const hits = rows.map(({ mal_id: malId, key, kind }): KeyHit => ({ malId, key, kind }));
      keyHits.set(text, hits);
      return hits;
    },
    async findByIds(sites, id) {
      const rows = await sql<{ mal_id: number; season: number | null }[]>`
        SELECT DISTINCT ON (mal_id) mal_id, season FROM external_ids
        WHERE site = ANY(${[...sites]}::text[]) AND id = ${String(id)}
        ORDER BY mal_id, season LIMIT ${MAX_SHARING}`;
      return rows.map(({ mal_id: malId, season }): IdHit => ({ malId, season }));
    },
    facts: (ids) =>
      readCached(cached, ids, async (missing) => {
        const rows = await sql<FactsRow[]>`
          SELECT mal_id, title, title_english, title_japanese, title_synonyms, type, year,
            aired_from, aired_to, episodes, status, members
          FROM animes WHERE mal_id = ANY(${missing}::int4[])`;
        return rows.map((row) => [row.mal_id, toFacts(row)]);
      }),
    async tvdb(ids) {
      const found = await readCached(tvdbFacts, ids, (missing) => loadTvdb(sql, missing));
      for (const [id, { series, episodes }] of found)
        if (series.length + episodes.length === 0) found.delete(id);
      return found;
    },
    async relations(id) {
      relations ??= loadRelations(sql);
      return (await relations).get(id) ?? [];
    },
  };
}

/** Returns values in the order of `ids`, also entries that the missing ones evict. */
async function readCached<Value extends object>(
  cache: LRUCache<number, Value>,
  ids: readonly number[],
  load: (missing: number[]) => Promise<[number, Value][]>,
): Promise<Map<number, Value>> {
  const found = new Map<number, Value>();
  for (const id of ids) {
    const value = cache.get(id);
    if (value !== undefined) found.set(id, value);
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0)
    for (const [id, value] of await load(missing)) {
      cache.set(id, value);
      found.set(id, value);
    }
  return new Map(
    ids.flatMap((id) => {
      const value = found.get(id);
      return value === undefined ? [] : [[id, value] as const];
    }),
  );
}

interface TvdbRow {
  mal_id: number;
  series: string[];
  episodes: TvdbEpisode[];
}

async function loadTvdb(sql: Sql, ids: readonly number[]): Promise<[number, TvdbFacts][]> {
  const rows = await sql<TvdbRow[]>`
    SELECT wanted.id AS mal_id,
      ARRAY(SELECT x.id FROM external_ids x WHERE x.mal_id = wanted.id AND x.site = 'tvdb') AS series,
      coalesce((
        SELECT json_agg(json_build_object(
          'number', e.number, 'season', e.tvdb_season, 'episode', e.tvdb_episode) ORDER BY e.number)
        FROM episodes e WHERE e.anime_mal_id = wanted.id AND e.tvdb_season IS NOT NULL
      ), '[]') AS episodes
    FROM unnest(${[...ids]}::int4[]) AS wanted(id)`;
  return rows.map(({ mal_id, series, episodes }) => [mal_id, { series, episodes }]);
}

async function loadRelations(sql: Sql): Promise<Map<number, Relation[]>> {
  const rows = await sql<{ mal_id: number; related_mal_id: number; relation: string }[]>`
    SELECT mal_id, related_mal_id, relation FROM anime_relations WHERE relation <> 'CHARACTER'`;
  const relations = new Map<number, Relation[]>();
  for (const { mal_id: from, related_mal_id: to, relation: kind } of rows)
    for (const id of [from, to]) {
      const list = relations.get(id);
      if (list === undefined) relations.set(id, [{ from, to, kind }]);
      else list.push({ from, to, kind });
    }
  return relations;
}

function toFacts(row: FactsRow): TitleFacts {
  const airedFrom = row.aired_from === null ? null : new Date(row.aired_from);
  const official = [row.title, row.title_english, row.title_japanese].filter(
    (name) => name !== null,
  );
  return {
    malId: row.mal_id,
    title: row.title,
    names: [...official, ...row.title_synonyms],
    officialNames: official.length,
    type: row.type,
    year: row.year ?? airedFrom?.getUTCFullYear() ?? null,
    airedFrom: airedFrom?.getTime() ?? null,
    episodes: row.episodes,
    isAired: airingStatusAt(row, new Date()) !== "Not yet aired",
    members: row.members ?? 0,
  };
}
