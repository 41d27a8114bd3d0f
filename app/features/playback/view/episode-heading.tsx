import { Link } from "react-router";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { formatDay } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { FACT_DOT } from "~/ui/fact-dot";

interface EpisodeHeadingProps {
  anime: Pick<AnimeCardData, "path" | "title">;
  episode: {
    number: number;
    title: string | null;
    titleJapanese: string | null;
    aired: string | null;
    masked: { title: boolean; synopsis: boolean; image: boolean };
  };
}

export function EpisodeHeading({ anime, episode }: EpisodeHeadingProps) {
  const i18n = useI18n();
  const { masked } = episode;
  return (
    <header className="min-w-0">
      <p className="text-sm text-ink-soft">
        <Link
          to={anime.path}
          lang={anime.title.lang}
          className="underline decoration-rule-strong underline-offset-4 hover:text-accent-text"
        >
          {anime.title.text}
        </Link>
        {episode.aired === null ? null : (
          <span suppressHydrationWarning>
            {FACT_DOT}
            {formatDay(i18n, episode.aired)}
          </span>
        )}
      </p>
      <h1 className="mt-1 text-2xl">
        {episode.title === null ? (
          i18n.t("watch.episode", { number: episode.number })
        ) : (
          <>
            <span className="text-ink-faint">{episode.number}.</span> {episode.title}
          </>
        )}
      </h1>
      {episode.titleJapanese === null ? null : (
        <p lang="ja" className="mt-1 text-ink-soft">
          {episode.titleJapanese}
        </p>
      )}
      {masked.title || masked.synopsis || masked.image ? (
        <p>
          <RevealLink
            item={String(episode.number)}
            className="inline-flex min-h-11 items-center text-sm"
          >
            {i18n.t("spoilers.showEpisode")}
          </RevealLink>
        </p>
      ) : null}
    </header>
  );
}
