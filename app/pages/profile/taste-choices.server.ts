import type { ParentalControl } from "~/features/catalog/parental-control";
import type { Anime } from "~/features/catalog/anime";
import { mapLimited } from "~/concurrency/map-limited";
import { normaliseName } from "~/features/catalog/term-key";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { listGenres, listStudios } from "~/features/listing/list-names.server";
import { DEFAULT_QUERY, type ListingQuery } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import type { AnimeChoice, GenreChoice, StudioChoice } from "~/features/profile/view/tastes-form";

const MAX_TITLES = 12;
const MAX_STUDIOS = 6;
const TITLES_PER_STUDIO = 3;
/** How many titles of a genre its example is chosen from, so that few genres share one. */
const EXAMPLES = 12;
/** Leaves connections of the pool to other requests. */
const READS_AT_ONCE = 3;
/** An honour rather than a taste. */
const NO_TASTES = new Set(["award winning"]);

/** Choices that depend neither on the user nor on the locale. */
export interface TasteChoices {
  titles: Anime[];
  studios: StudioChoice[];
  genres: { name: string; example: Anime | null }[];
}

/** Popular titles, studios with titles, and genres with an example. */
export async function loadTasteChoices(
  database: CatalogDatabase,
  { parentalControl }: { parentalControl: ParentalControl },
): Promise<TasteChoices> {
  const list = async (part: Partial<ListingQuery>): Promise<Anime[]> =>
    (await listAnime(database, { ...DEFAULT_QUERY, order: "popularity", parentalControl, ...part }))
      .items;
  const [titles, allGenres, allStudios] = await Promise.all([
    list({ perPage: MAX_TITLES, collapsed: true }),
    listGenres(database.db, parentalControl),
    listStudios(database.db, parentalControl),
  ]);
  const studios = await mapLimited(
    allStudios.slice(0, MAX_STUDIOS),
    READS_AT_ONCE,
    async ({ name }) => ({
      name,
      titles: (await list({ studios: [normaliseName(name)], perPage: TITLES_PER_STUDIO })).map(
        ({ mal_id }) => mal_id,
      ),
    }),
  );
  const candidates = await mapLimited(
    allGenres.filter(({ name }) => !NO_TASTES.has(normaliseName(name))),
    READS_AT_ONCE,
    async ({ name }) => ({
      name,
      titles: await list({ genres: [normaliseName(name)], perPage: EXAMPLES }),
    }),
  );
  const used = new Set<number>();
  // The rarest genre chooses first.
  const genres = candidates.toReversed().map(({ name, titles: examples }) => {
    const example = examples.find(({ mal_id }) => !used.has(mal_id)) ?? examples[0] ?? null;
    if (example !== null) used.add(example.mal_id);
    return { name, example };
  });
  return { titles, studios, genres: genres.toReversed() };
}

export function toAnimeChoice(anime: Anime, language: TitleLanguage): AnimeChoice {
  const { id, title, color } = animeCard(anime, language);
  return { id, title, color };
}

export function toGenreChoice(
  { name, example }: TasteChoices["genres"][number],
  language: TitleLanguage,
): GenreChoice {
  return { name, example: example === null ? null : displayTitle(example, language) };
}
