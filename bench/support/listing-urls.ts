import { GENRES } from "~/features/catalog/vocabulary";

const PATH = "/api/animes/full";

export function typicalListings(): string[] {
  const genres = GENRES.slice(0, 16).map((genre) => `genre_filter=${encodeURIComponent(genre)}`);
  const years = Array.from(
    { length: 12 },
    (_, index) => `year_filter=${2026 - index}&season_filter=Spring`,
  );
  const otherGenres = [
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
  return [...otherGenres, ...genres, ...years].map((search) =>
    search === "" ? PATH : `${PATH}?${search}`,
  );
}

/** Typical combinations of filters, orders and pages. Deterministic. */
export function distinctListings(count: number): string[] {
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
  const urls = new Set<string>();
  for (let index = 0; urls.size < count; index += 1) {
    const filter = filters[index % filters.length]?.(Math.floor(index / filters.length)) ?? "";
    const order = orders[Math.floor(index / 3) % orders.length] ?? "score";
    // Deeper pages come with repeated filters, and score_max makes rounds distinct.
    const round = Math.floor(index / 400);
    urls.add(
      `${PATH}?${filter}${filter === "" ? "" : "&"}order_by=${order}&page=${1 + (Math.floor(index / 40) % 6)}&score_max=${(10 - round / 100).toFixed(2)}`,
    );
  }
  return [...urls];
}
