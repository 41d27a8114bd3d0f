import { airingStatusAt } from "~/features/catalog/airing-status.server";
import { parseYoutubeId } from "~/features/catalog/youtube-id";
import type { Anime } from "~/features/catalog/anime";
import { parseSynopsis, synopsisText, toParagraphs } from "~/features/catalog/synopsis";
import type { SimilarTitle } from "~/features/discovery/find-similar.server";
import { reasonName } from "~/features/discovery/similar-json";
import type { Reason } from "~/features/discovery/similarity";
import {
  displayTitle,
  nativeTitle,
  type DisplayTitle,
  type TitleLanguage,
} from "~/features/catalog/title-language";
import { type AgeRating } from "~/features/catalog/vocabulary";
import { parseAgeRating } from "~/features/catalog/parse-vocabulary";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { BANNER_SPINE_EMS, fitSpine } from "~/features/catalog/view/spine";
import type { TitleFact } from "~/features/title/view/title-facts";
import type { PlainKey } from "~/i18n/message-types";
import type { I18n } from "~/i18n/i18n";
import { nextAiring } from "~/features/schedule/week-schedule";
import { formatAired, formatDuration } from "~/features/catalog/view/facts";

interface PageLanguage {
  language: TitleLanguage;
  i18n: I18n;
}

const MAX_REASONS = 3;

function listOtherTitles(
  anime: Anime,
  heading: string,
): { label: PlainKey; names: DisplayTitle[] }[] {
  const groups: { label: PlainKey; names: DisplayTitle[] }[] = [
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

/** The names that stand under the heading. */
function subtitlesOf(heading: DisplayTitle, anime: Anime): DisplayTitle[] {
  const english = anime.title_english;
  const native = nativeTitle(heading, anime.title_japanese);
  return [
    ...(english === null || english.toLowerCase() === heading.text.toLowerCase()
      ? []
      : [{ text: english, lang: "en" as const }]),
    ...(native === null ? [] : [{ text: native, lang: "ja" as const }]),
  ];
}

const RATING_NOTES: Record<AgeRating, PlainKey> = {
  g: "ratingNote.g",
  pg: "ratingNote.pg",
  "pg-13": "ratingNote.pg13",
  r: "ratingNote.r",
  "r+": "ratingNote.rPlus",
  rx: "ratingNote.rx",
};

function toFacts(i18n: I18n, anime: Anime, status: string | null): TitleFact[] {
  const { t, label: labelOf, formatNumber } = i18n;
  const season =
    anime.season !== null && anime.year !== null
      ? t("fact.seasonOfYear", { season: labelOf("season", anime.season), year: anime.year })
      : null;
  const all: [PlainKey, string | null][] = [
    ["fact.type", anime.type === null ? null : labelOf("type", anime.type)],
    ["fact.episodes", anime.episodes === null ? null : formatNumber(anime.episodes)],
    ["fact.status", status === null ? null : labelOf("status", status)],
    ["fact.aired", formatAired(i18n, anime.aired_from, anime.aired_to)],
    ["fact.season", season],
    ["fact.length", unlessUnknown(anime.duration, (text) => formatDuration(i18n, text))],
    ["fact.madeFrom", unlessUnknown(anime.source, (text) => labelOf("source", text))],
    ["fact.rating", anime.rating === null ? null : labelOf("rating", anime.rating)],
    [
      "fact.popularity",
      anime.popularity === null ? null : t("fact.rank", { number: formatNumber(anime.popularity) }),
    ],
    ["fact.members", anime.members === null ? null : formatNumber(anime.members)],
    ["fact.favourites", anime.favorites === null ? null : formatNumber(anime.favorites)],
  ];
  const rating = parseAgeRating(anime.rating ?? "");
  return all.flatMap(([label, value]) =>
    value === null
      ? []
      : label === "fact.rating" && rating !== null
        ? [{ label, value, note: RATING_NOTES[rating] }]
        : [{ label, value }],
  );
}

/** The catalog stores "Unknown" for missing values. */
function unlessUnknown(text: string | null, format: (text: string) => string): string | null {
  return text === null || text === "Unknown" ? null : format(text);
}

export function presentTitle(anime: Anime, { language, i18n, now }: PageLanguage & { now: Date }) {
  const card = animeCard(anime, language);
  const synopsis = parseSynopsis(anime.synopsis);
  const status = airingStatusAt(anime, now);
  const broadcast = {
    broadcast_day: anime.broadcast_day,
    broadcast_time: anime.broadcast_time,
    broadcast_timezone: anime.broadcast_timezone,
  };
  return {
    ...card,
    subtitles: subtitlesOf(card.title, anime),
    bannerSpine:
      card.spine === null
        ? fitSpine(nativeTitle(card.title, anime.title_japanese), BANNER_SPINE_EMS)
        : null,
    otherNames: listOtherTitles(anime, card.title.text),
    season: anime.season,
    year: anime.year,
    votes: anime.scored_by,
    facts: toFacts(i18n, anime, status),
    genres: anime.genres,
    themes: anime.themes,
    studios: anime.studios,
    producers: anime.producers,
    licensors: anime.licensors,
    synopsis: synopsis.paragraphs,
    synopsisSource: synopsis.source,
    background: toParagraphs(anime.background),
    youtubeId: parseYoutubeId(anime.youtube_id),
    broadcast: status === "Currently Airing" && nextAiring(anime, now) !== null ? broadcast : null,
  };
}

/** Each with what it shares, first what few of the others do. */
export function similarCards(similar: readonly SimilarTitle[], { language, i18n }: PageLanguage) {
  const shownReasons = similar.map(({ reasons }) =>
    reasons.filter(({ kind }) => REASONS_SHOWN.some((shown) => shown === kind)),
  );
  const counts = new Map<string, number>();
  for (const { kind, key } of shownReasons.flat())
    counts.set(`${kind}:${key}`, (counts.get(`${kind}:${key}`) ?? 0) + 1);
  const distinction = ({ kind, key, contribution }: Reason) =>
    contribution / (counts.get(`${kind}:${key}`) ?? 1);
  return similar.map((title, index) => ({
    card: animeCard(title.anime, language),
    because: (shownReasons[index] ?? [])
      .toSorted((one, other) => distinction(other) - distinction(one))
      .slice(0, MAX_REASONS)
      .toSorted((one, other) => orderOf(one) - orderOf(other))
      .map((reason) => i18n.label(reason.kind, reasonName(reason, title.anime)))
      .join(", "),
  }));
}

const REASONS_SHOWN = ["theme", "genre", "studio"] as const;

function orderOf({ kind }: Reason): number {
  return REASONS_SHOWN.findIndex((shown) => shown === kind);
}

/** schema.org JSON-LD; `url` and `image` are absolute. */
export function animeLinkedData(
  anime: Anime,
  { url, image }: { url: string; image: string },
): Record<string, unknown> {
  const { text } = displayTitle(anime, "english");
  const description = synopsisText(anime.synopsis);
  return {
    "@context": "https://schema.org",
    "@type": anime.type === "Movie" ? "Movie" : "TVSeries",
    name: text,
    alternateName: [anime.title, anime.title_japanese, ...anime.title_synonyms].filter(
      (name) => name !== null && name !== text,
    ),
    url,
    image,
    ...(description === null ? {} : { description }),
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
