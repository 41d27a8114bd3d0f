import { z } from "zod";
import type { ExternalSite } from "~/features/catalog/external-sites";
import { describeUnreadable, malId as malIdField, rejectionReason, type Parsed } from "./fields";

const MAX_IDS_PER_SITE = 20;
/** What the lists write instead of leaving a field out. */
const ABSENT = new Set(["", "unknown", "n/a", "null"]);

export interface ExternalId {
  site: ExternalSite;
  id: string;
  /**
   * The season of TheTVDB or TMDB that the title is; null where the list does not say, undefined
   * where it cannot be read.
   */
  season: number | null | undefined;
}

export interface IdsRow {
  mal_id: number;
  ids: ExternalId[];
}

const blankToNull = (value: unknown): unknown =>
  typeof value === "string" && ABSENT.has(value.trim().toLowerCase()) ? null : value;

const NUMBER_MESSAGE = "must be a positive whole number";
const numberId = z
  .union([z.number(), z.string()], NUMBER_MESSAGE)
  .transform(String)
  .refine((text) => /^[1-9]\d{0,8}$/.test(text), NUMBER_MESSAGE);
const imdbId = z
  .string("must be text")
  .trim()
  .regex(/^tt\d{5,10}$/, "must be an id such as tt0286390");

function listOf<Id extends z.ZodType<string>>(id: Id) {
  const toList = (value: unknown): unknown[] => {
    const given = blankToNull(value) ?? [];
    const values: unknown[] = Array.isArray(given)
      ? given
      : typeof given === "string"
        ? given.split(",")
        : [given];
    return values.filter((item) => blankToNull(item) !== null);
  };
  return z.preprocess(
    toList,
    z.array(id).max(MAX_IDS_PER_SITE, `must not hold more than ${MAX_IDS_PER_SITE} ids`),
  );
}

const ids = listOf(numberId);
const season = z.preprocess(
  blankToNull,
  z.int("must be a whole number").min(-1).max(999).nullish(),
);

const tmdb = z.preprocess(
  (value) => {
    const given = blankToNull(value) ?? {};
    return typeof given === "object" && !Array.isArray(given) ? given : { any: given };
  },
  z.object({ tv: ids, movie: ids, any: ids }),
);

const rowSchema = z.object(
  {
    mal_id: z.preprocess(blankToNull, malIdField.nullish()),
    type: z.string().nullish().catch(null),
    anilist_id: ids,
    anilist: ids,
    kitsu_id: ids,
    kitsu: ids,
    anidb_id: ids,
    anidb: ids,
    tvdb_id: ids,
    thetvdb_id: ids,
    tvdb: ids,
    themoviedb_id: tmdb,
    imdb_id: listOf(imdbId),
    season: z
      .object({ tvdb: season, tmdb: season })
      .nullish()
      .transform((value) => ({ tvdb: value?.tvdb ?? null, tmdb: value?.tmdb ?? null }))
      .or(z.unknown().transform(() => undefined)),
  },
  "must be an object",
);

/**
 * A row of a list such as Fribb's `anime-list-full.json`, old or new. Null for a row about a title
 * that MyAnimeList does not have.
 */
export function parseIdsRow(value: unknown): Parsed<IdsRow | null> {
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) return { reason: rejectionReason(parsed.error) };
  const { data } = parsed;
  const malId = data.mal_id ?? null;
  if (malId === null) return { row: null };
  const isMovie = data.type?.toLowerCase() === "movie";
  const of = (site: ExternalSite, list: readonly string[], season: ExternalId["season"]) =>
    list.map((id) => ({ site, id, season }));
  const all = [
    ...of("anilist", [...data.anilist_id, ...data.anilist], null),
    ...of("kitsu", [...data.kitsu_id, ...data.kitsu], null),
    ...of("anidb", [...data.anidb_id, ...data.anidb], null),
    ...of("tvdb", [...data.tvdb_id, ...data.thetvdb_id, ...data.tvdb], data.season?.tvdb),
    ...of(
      "tmdb_tv",
      [...data.themoviedb_id.tv, ...(isMovie ? [] : data.themoviedb_id.any)],
      data.season?.tmdb,
    ),
    ...of(
      "tmdb_movie",
      [...data.themoviedb_id.movie, ...(isMovie ? data.themoviedb_id.any : [])],
      null,
    ),
    ...of("imdb", data.imdb_id, null),
  ];
  const unique = new Map(all.map((entry) => [`${entry.site} ${entry.id}`, entry]));
  return {
    row: { mal_id: malId, ids: [...unique.values()] },
    ...(data.season === undefined
      ? { unreadable: [describeUnreadable("season", (value as { season: unknown }).season)] }
      : {}),
  };
}
