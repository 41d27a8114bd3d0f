import type { Anime, Episode } from "~/features/catalog/anime";
import type { Related } from "~/features/catalog/list-related.server";
import type { SimilarTitle } from "~/features/catalog/similar/find-similar.server";
import { reasonName } from "~/features/catalog/similar/similar-json";
import { shownTitle, type ShownTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { PlainKey } from "~/language/messages";
import type { Words } from "~/language/words";
import type { EpisodeLine } from "./episode-list";
import { nextBroadcast } from "~/features/catalog/schedule/next-broadcast";
import {
  airedInWords,
  inWatchOrder,
  lengthInWords,
  relationInWords,
} from "~/features/catalog/view/facts";
import { readYoutubeId } from "./trailer";

/** In which language a page shows its titles, and in which all else. */
interface Reader {
  language: TitleLanguage;
  words: Words;
}

/** As many as fit into two lines under a card. */
const REASONS_SHOWN = 3;

/** The names of a title besides the one that heads its page. */
function otherNames(anime: Anime, heading: string): { label: PlainKey; names: ShownTitle[] }[] {
  const groups: { label: PlainKey; names: ShownTitle[] }[] = [
    { label: "fact.romajiTitle", names: [{ text: anime.title, lang: "ja-Latn" }] },
    {
      label: "fact.englishTitle",
      names: anime.title_english === null ? [] : [{ text: anime.title_english, lang: "en" }],
    },
    {
      label: "fact.japaneseTitle",
      names: anime.title_japanese === null ? [] : [{ text: anime.title_japanese, lang: "ja" }],
    },
    {
      label: "fact.alsoKnown",
      names: [...new Set(anime.title_synonyms)].map((text) => ({ text, lang: "en" as const })),
    },
  ];
  return groups
    .map(({ label, names }) => ({ label, names: names.filter(({ text }) => text !== heading) }))
    .filter(({ names }) => names.length > 0);
}

/** The native title where it tells more than the heading does. */
export function nativeBeside(heading: ShownTitle, native: string | null): string | null {
  return heading.lang === "ja" || native?.toLowerCase() === heading.text.toLowerCase()
    ? null
    : native;
}

function factsOf(words: Words, anime: Anime): { label: PlainKey; value: string }[] {
  const { t, label: labelOf, number } = words;
  const season =
    anime.season !== null && anime.year !== null
      ? t("fact.seasonOfYear", { season: labelOf("season", anime.season), year: anime.year })
      : null;
  const all: [PlainKey, string | null][] = [
    ["fact.type", anime.type === null ? null : labelOf("type", anime.type)],
    ["fact.episodes", anime.episodes === null ? null : number(anime.episodes)],
    ["fact.status", anime.status === null ? null : labelOf("status", anime.status)],
    ["fact.aired", airedInWords(words, anime.aired_from, anime.aired_to)],
    ["fact.season", season],
    ["fact.length", known(anime.duration, (text) => lengthInWords(words, text))],
    ["fact.madeFrom", known(anime.source, (text) => labelOf("source", text))],
    ["fact.rating", anime.rating === null ? null : labelOf("rating", anime.rating)],
    [
      "fact.popularity",
      anime.popularity === null ? null : t("fact.rank", { number: number(anime.popularity) }),
    ],
    ["fact.members", anime.members === null ? null : number(anime.members)],
    ["fact.favourites", anime.favorites === null ? null : number(anime.favorites)],
  ];
  return all.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** The catalog says "Unknown" where it does not know. */
function known(text: string | null, inWords: (text: string) => string): string | null {
  return text === null || text === "Unknown" ? null : inWords(text);
}

function paragraphs(text: string | null): string[] {
  return (text ?? "")
    .split(/\n{2,}|\r\n\r\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Everything that a title's page shows of the title itself, in the words that it shows. `now` decides whether it is still broadcast. */
export function animePage(anime: Anime, { language, words, now }: Reader & { now: Date }) {
  const card = animeCard(anime, language);
  const broadcast = {
    broadcast_day: anime.broadcast_day,
    broadcast_time: anime.broadcast_time,
    broadcast_timezone: anime.broadcast_timezone,
  };
  return {
    ...card,
    native: nativeBeside(card.title, anime.title_japanese),
    otherNames: otherNames(anime, card.title.text),
    season: anime.season,
    year: anime.year,
    votes: anime.scored_by,
    facts: factsOf(words, anime),
    genres: anime.genres,
    themes: anime.themes,
    studios: anime.studios,
    producers: anime.producers,
    licensors: anime.licensors,
    synopsis: paragraphs(anime.synopsis),
    background: paragraphs(anime.background),
    youtubeId: readYoutubeId(anime.youtube_id),
    broadcast:
      anime.status === "Currently Airing" && nextBroadcast(broadcast, now) !== null
        ? broadcast
        : null,
  };
}

/** The related titles in the order in which one watches them. */
export function relatedCards(related: readonly Related[], { language, words }: Reader) {
  const flat = related.map(({ relation, anime }) => ({ relation, mal_id: anime.mal_id, anime }));
  return inWatchOrder(flat).map(({ relation, anime }) => ({
    relation: relationInWords(words, relation),
    card: animeCard(anime, language),
  }));
}

/** Titles like the one of the page, each with its strongest reasons in words: `Time Travel, Suspense`. */
export function similarCards(similar: readonly SimilarTitle[], { language, words }: Reader) {
  return similar.map((title) => ({
    card: animeCard(title.anime, language),
    because: reasonsInWords(words, title),
  }));
}

function reasonsInWords({ label }: Words, { anime, reasons }: SimilarTitle): string {
  return reasons
    .filter(({ kind }) => kind === "theme" || kind === "genre" || kind === "studio")
    .slice(0, REASONS_SHOWN)
    .map((reason) => label(reason.kind, reasonName(reason, anime)))
    .join(", ");
}

/** Reduces an episode to its line in the list. */
export function episodeLine(episode: Episode): EpisodeLine {
  return {
    number: episode.episode_id,
    title: episode.title ?? episode.title_romanji,
    titleJapanese: episode.title_japanese,
    aired: episode.aired,
    minutes: episode.duration,
    filler: episode.filler,
    recap: episode.recap,
  };
}

/** A title for machines: schema.org as JSON-LD. `url` and `image` are absolute. */
export function animeLinkedData(
  anime: Anime,
  { url, image }: { url: string; image: string },
): Record<string, unknown> {
  const { text } = shownTitle(anime, "english");
  return {
    "@context": "https://schema.org",
    "@type": anime.type === "Movie" ? "Movie" : "TVSeries",
    name: text,
    alternateName: [anime.title, anime.title_japanese, ...anime.title_synonyms].filter(
      (name) => name !== null && name !== text,
    ),
    url,
    image,
    ...(anime.synopsis === null ? {} : { description: anime.synopsis }),
    genre: anime.genres,
    ...(anime.aired_from === null ? {} : { datePublished: anime.aired_from.slice(0, 10) }),
    ...(anime.type === "Movie" || anime.episodes === null
      ? {}
      : { numberOfEpisodes: anime.episodes }),
    ...(anime.studios.length === 0
      ? {}
      : { productionCompany: anime.studios.map((name) => ({ "@type": "Organization", name })) }),
    ...(anime.score === null || !anime.scored_by
      ? {}
      : {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: anime.score,
            ratingCount: anime.scored_by,
            bestRating: 10,
            worstRating: 1,
          },
        }),
  };
}
