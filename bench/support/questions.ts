import { GENRES } from "~/features/catalog/vocabulary";

const PATH = "/api/animes/full";

/** Forty listings that people look at: the first pages of the usual filters. */
export function usualListings(): string[] {
  const genres = GENRES.slice(0, 16).map((genre) => `genre_filter=${encodeURIComponent(genre)}`);
  const years = Array.from(
    { length: 12 },
    (_, index) => `year_filter=${2026 - index}&season_filter=Spring`,
  );
  const others = [
    "",
    "page=2",
    "order_by=popularity",
    "type_filter=Movie",
    "status_filter=Currently+Airing",
    "rating_filter=pg-13",
    "studio_filter=MAPPA",
    "score_filter=8",
    "order_by=newest",
    "genre_filter=Action%2CDrama&type_filter=TV",
    "aired_day_filter=Friday",
    "source_filter=Manga",
  ];
  return [...others, ...genres, ...years].map((search) =>
    search === "" ? PATH : `${PATH}?${search}`,
  );
}

/** Listings no two of which mean the same: filters, orders and pages as people combine them. Always the same list. */
export function differentListings(count: number): string[] {
  const orders = ["score", "popularity", "newest", "title_asc", "title"];
  const filters: ((index: number) => string)[] = [
    (index) => `genre_filter=${encodeURIComponent(GENRES[index % GENRES.length] ?? "")}`,
    (index) => `genre_filter=Action&type_filter=TV&year_min=${1990 + (index % 30)}`,
    (index) => `year_filter=${1980 + (index % 46)}&season_filter=Fall`,
    (index) => `score_filter=${5 + (index % 4)}&type_filter=Movie`,
    (index) =>
      `rating_filter=pg-13,r&genre_filter=${encodeURIComponent(GENRES[(index * 7) % GENRES.length] ?? "")}`,
    (index) => `status_filter=Finished+Airing&episodes_min=${1 + (index % 24)}`,
    () => "studio_filter=Toei+Animation",
    () => "",
  ];
  const made = new Set<string>();
  for (let index = 0; made.size < count; index += 1) {
    const filter = filters[index % filters.length]?.(Math.floor(index / filters.length)) ?? "";
    const order = orders[Math.floor(index / 3) % orders.length] ?? "score";
    // Deeper pages come only when the filter itself comes again, and score_max tells two rounds apart.
    const round = Math.floor(index / 400);
    made.add(
      `${PATH}?${filter}${filter === "" ? "" : "&"}order_by=${order}&page=${1 + (Math.floor(index / 40) % 6)}&score_max=${(10 - round / 100).toFixed(2)}`,
    );
  }
  return [...made];
}
