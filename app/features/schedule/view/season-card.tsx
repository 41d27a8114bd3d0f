import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CoverEntry, EntryDescription } from "~/features/catalog/view/cards/card-states";
import { Cover } from "~/features/catalog/view/cards/cover";
import { PlayMark } from "~/features/catalog/view/cards/play-mark";
import { formatEpisodeCount } from "~/features/catalog/view/facts";
import type { LicensedStream } from "~/features/catalog/title-tags";
import type { AnimeType } from "~/features/catalog/vocabulary";
import { useI18n } from "~/i18n/i18n-context";
import { Score } from "~/ui/score";
import { FACT_DOT } from "~/ui/fact-dot";

export interface SeasonCard {
  card: AnimeCardData;
  /** Time or day of the broadcast. */
  note: string | null;
  /** What it continues, in words. */
  after: string | null;
  hasTrailer: boolean;
  studio: string | null;
  genres: string[];
  /** The first sentences of the synopsis. */
  synopsis: string | null;
  streams: LicensedStream[];
}

interface SeasonCardViewProps extends SeasonCard {
  /** What all cards beside it are of, which it does not repeat. */
  sectionType: AnimeType | undefined;
  action: ReactNode;
}

const MAX_GENRES = 3;
const LINK =
  "inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline md:min-h-8";

/** A title of a season: who makes it, what it is about, where it streams. */
export function SeasonCardView({ card, sectionType, action, ...facts }: SeasonCardViewProps) {
  const i18n = useI18n();
  const { t, label } = i18n;
  const type = card.type === null || card.type === sectionType ? null : label("type", card.type);
  const line = [facts.note, type, formatEpisodeCount(i18n, card)];
  const about = [
    facts.studio,
    ...facts.genres.slice(0, MAX_GENRES).map((name) => label("genre", name)),
  ];
  return (
    <article className="group relative flex h-full gap-4 rounded-md border border-rule bg-raised p-3">
      <div className="relative w-24 shrink-0 self-start sm:w-32">
        <Cover
          id={card.id}
          color={card.color}
          spine={card.spine}
          sizes="(min-width: 40rem) 8rem, 6rem"
        />
        <CoverEntry id={card.id} />
      </div>
      <div className="flex min-w-0 grow flex-col">
        <h3 className="line-clamp-2 text-base leading-snug font-semibold">
          <Link
            to={card.path}
            prefetch="intent"
            lang={card.title.lang}
            className="before:absolute before:top-3 before:left-3 before:aspect-2/3 before:w-24 hover:text-accent-text sm:before:w-32"
          >
            {card.title.text}
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-xs text-ink-faint">
          <span>
            <PlayMark mark={card.plays} />
            <EntryDescription id={card.id} />
            {line.filter((part) => part !== null).join(FACT_DOT)}
          </span>
          <Score score={card.score} />
        </p>
        <p className="mt-1 line-clamp-2 text-xs text-ink-soft">
          {about.filter((part) => part !== null).join(FACT_DOT)}
        </p>
        {facts.after === null ? null : (
          <p className="mt-1 line-clamp-1 text-xs text-ink-soft">{facts.after}</p>
        )}
        {facts.synopsis === null ? null : (
          <p lang="en" className="mt-2 line-clamp-2 text-sm text-ink-soft sm:line-clamp-4">
            {facts.synopsis}
          </p>
        )}
        <p className="mt-auto flex flex-wrap gap-x-4 pt-1 text-xs text-ink-soft">
          {facts.hasTrailer ? (
            <Link
              to={`${card.path}#trailer`}
              aria-label={t("title.trailerOf", { title: card.title.text })}
              className={LINK}
            >
              {t("title.trailer")}
            </Link>
          ) : null}
          {facts.streams.map(({ name, url }) => (
            <a
              key={url}
              href={url}
              rel="noreferrer nofollow"
              aria-label={t("season.streamOn", { title: card.title.text, site: name })}
              className={LINK}
            >
              {name}
            </a>
          ))}
        </p>
        {action}
      </div>
    </article>
  );
}
