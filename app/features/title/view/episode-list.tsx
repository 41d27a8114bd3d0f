import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { PlayMark, type PlayMarkData } from "~/features/catalog/view/cards/play-mark";
import { watchPath } from "~/features/catalog/view/anime-path";
import { useI18n } from "~/i18n/i18n-context";
import { Mark } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { lazyPart } from "~/ui/lazy-part";
import { formatDay, formatDuration } from "~/features/catalog/view/facts";
import { stillSrcSet, stillUrl } from "~/artwork/cover-sizes";
import { UnfoldBox } from "~/ui/unfold-box";
import { toEpisodeRanges } from "./episode-range";

export interface EpisodeListItem {
  number: number;
  title: string | null;
  titleJapanese: string | null;
  /** Whether the titles are null because they are spoilers. */
  isTitleMasked: boolean;
  aired: string | null;
  filler: boolean;
  recap: boolean;
  /** Absent unless it plays here. */
  plays?: PlayMarkData | undefined;
}

/** An episode as a title's page shows it, with its still and synopsis. */
export interface DescribedEpisode extends EpisodeListItem {
  /** Whether any of it is left out, as a spoiler. */
  isMasked: boolean;
  /** Its paragraphs have an empty line between them. */
  synopsis: string | null;
  /** In the form of the catalog, as `24 min`. */
  duration: string | null;
  hasStill: boolean;
}

const EpisodeRanges = lazyPart(async () => (await import("./episode-ranges")).EpisodeRanges);

/** The rows of a long list that a phone shows at first. */
export const ROWS_ON_PHONE = 6;

interface EpisodeListProps {
  animeId: number;
  path: string;
  episodes: readonly DescribedEpisode[];
  page: number;
  total: number;
  /** The row at which the part of a long list begins that a phone shows; null for a short one. */
  unfoldedFrom: number | null;
  mark?: (number: number) => ReactNode;
  action?: ((number: number) => ReactNode) | undefined;
}

export function EpisodeList({
  animeId,
  path,
  episodes,
  page,
  total,
  unfoldedFrom,
  mark,
  action,
}: EpisodeListProps) {
  const i18n = useI18n();
  const ranges = toEpisodeRanges(total);
  const hasStills = episodes.some(({ hasStill }) => hasStill);
  // Rows stay where they are while episodes are ticked.
  const [from] = useState(unfoldedFrom);
  return (
    <div className="fold">
      {ranges.length > 1 ? (
        <EpisodeRanges
          label={i18n.t("title.episodesNavigation")}
          path={path}
          page={page}
          ranges={ranges}
        />
      ) : null}
      <ol className="divide-y divide-rule border-y border-rule">
        {episodes.map((episode, index) => (
          <EpisodeRow
            key={episode.number}
            animeId={animeId}
            episode={episode}
            hasStills={hasStills}
            isFolded={from !== null && (index < from || index >= from + ROWS_ON_PHONE)}
            mark={mark?.(episode.number)}
            action={action?.(episode.number)}
          />
        ))}
      </ol>
      {from === null ? null : (
        <UnfoldBox
          label={i18n.t("title.showAll", { count: String(episodes.length) })}
          of={i18n.t("fact.episodes")}
        />
      )}
    </div>
  );
}

interface EpisodeRowProps {
  animeId: number;
  episode: DescribedEpisode;
  /** Whether some episodes beside it have one, so that all leave room for it. */
  hasStills: boolean;
  /** Whether a phone hides it at first. */
  isFolded: boolean;
  mark: ReactNode;
  action: ReactNode;
}

function EpisodeRow({ animeId, episode, hasStills, isFolded, mark, action }: EpisodeRowProps) {
  const i18n = useI18n();
  const { number } = episode;
  return (
    <li
      className={classNames(
        "group relative flex min-h-12 items-center gap-3 py-1.5 has-[details[open]]:items-start sm:py-2.5",
        isFolded && "folded",
      )}
    >
      {hasStills ? (
        <span className="relative aspect-video w-24 shrink-0 self-start overflow-hidden rounded-sm bg-sunken sm:w-40">
          <span className="absolute bottom-1 left-1 z-1 rounded-sm bg-black/80 px-1.5 py-0.5 text-xs text-white tabular-nums">
            {number}
          </span>
          {episode.hasStill ? (
            <img
              src={stillUrl(animeId, number, 320)}
              srcSet={stillSrcSet(animeId, number)}
              sizes="(min-width: 40rem) 10rem, 6rem"
              alt=""
              width={320}
              height={180}
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
            />
          ) : null}
        </span>
      ) : (
        <span className="w-8 shrink-0 self-start pt-0.5 text-right text-sm text-ink-faint tabular-nums">
          {number}
        </span>
      )}
      <div className="min-w-0 grow text-sm">
        <Link
          to={watchPath(animeId, number)}
          lang={episode.title === null ? undefined : "en"}
          className={classNames(
            "inline-block py-0.5 font-medium hover:text-accent-text",
            "max-sm:line-clamp-2 max-sm:group-has-[details[open]]:line-clamp-none",
            hasStills &&
              "before:absolute before:top-1.5 sm:before:top-2.5 before:left-0 before:aspect-video before:w-24 sm:before:w-40",
          )}
        >
          {episode.title ?? i18n.t("title.episodeNumber", { number })}
        </Link>
        {episode.filler || episode.recap ? (
          <span className="ml-2 inline-flex gap-1.5 align-baseline">
            {episode.filler ? <Mark tone="caution">{i18n.t("title.filler")}</Mark> : null}
            {episode.recap ? <Mark>{i18n.t("title.recap")}</Mark> : null}
          </span>
        ) : null}
        <EpisodeReveal episode={episode} />
        {episode.titleJapanese === null ? null : (
          <span lang="ja" className="mt-0.5 block text-xs text-ink-faint">
            {episode.titleJapanese}
          </span>
        )}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-ink-faint tabular-nums empty:hidden">
          {episode.aired === null ? null : (
            <time dateTime={episode.aired.slice(0, 10)} suppressHydrationWarning>
              {formatDay(i18n, episode.aired)}
            </time>
          )}
          {episode.duration === null ? null : <span>{formatDuration(i18n, episode.duration)}</span>}
          <PlayMark mark={episode.plays} />
          {mark}
          {episode.synopsis === null ? null : (
            <details className="open:basis-full">
              <summary className="unfolds inline-flex min-h-6 cursor-pointer list-none items-center hover:text-accent-text">
                {i18n.t("title.synopsis")}
                <span className="sr-only">, {i18n.t("title.episodeNumber", { number })}</span>
              </summary>
              <p lang="en" className="max-w-prose pb-2 text-sm whitespace-pre-line text-ink-soft">
                {episode.synopsis}
              </p>
            </details>
          )}
        </div>
      </div>
      {action}
    </li>
  );
}

/** Shows what the viewer's spoiler settings leave out. */
function EpisodeReveal({ episode }: { episode: DescribedEpisode }) {
  const { t } = useI18n();
  const { number, isTitleMasked, isMasked } = episode;
  if (!isMasked) return null;
  return (
    <RevealLink
      item={String(number)}
      label={t(isTitleMasked ? "spoilers.showTitleOf" : "spoilers.showEpisodeOf", { number })}
      className="ml-3 inline-flex min-h-6 items-center text-xs"
    >
      {t(isTitleMasked ? "spoilers.showTitle" : "spoilers.showEpisode")}
    </RevealLink>
  );
}
