import { REVEAL_EPISODES } from "~/features/catalog/spoilers/reveal";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import type { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { EpisodeState } from "~/features/playback/view/episode-state";
import { EpisodeList } from "~/features/title/view/episode-list";
import { isExtra } from "~/features/watch-list/tracking/extra-episodes";
import { useI18n } from "~/i18n/i18n-context";
import { lazyPart } from "~/ui/lazy-part";
import { Section } from "~/ui/section";
import type { TitlePageData } from "./load-title.server";

const EpisodeTicks = lazyPart(
  async () => (await import("~/features/watch-list/view/title-tracking")).EpisodeTicks,
);

interface TitleEpisodesProps {
  page: TitlePageData;
  progress: ReturnType<typeof useMergedProgress>;
}

/** The episodes of a title with what was seen of each, and for users a way to change that. */
export function TitleEpisodes({
  page: { anime, own, episodes, episodesTotal, episodesPage, unfoldedFrom },
  progress,
}: TitleEpisodesProps) {
  const { t } = useI18n();
  if (episodesTotal === 0) return null;
  const list = {
    animeId: anime.id,
    path: anime.path,
    episodes,
    page: episodesPage,
    total: episodesTotal,
    unfoldedFrom,
  };
  return (
    <Section
      anchor="episodes"
      className="max-md:mt-8 max-md:scroll-mt-12"
      title={t("title.episodes", { count: episodesTotal })}
      controls={
        episodes.some(({ isTitleMasked }) => isTitleMasked) ? (
          <RevealLink item={REVEAL_EPISODES} className="inline-flex min-h-11 items-center text-sm">
            {t("spoilers.showTitles")}
          </RevealLink>
        ) : undefined
      }
    >
      {own === null ? (
        <EpisodeList
          key={`${anime.id}/${episodesPage}`}
          {...list}
          mark={(number) => <EpisodeState progress={progress[number]} />}
        />
      ) : (
        <EpisodeList
          key={`${anime.id}/${episodesPage}`}
          {...list}
          mark={(number) =>
            progress[number]?.watched === true ? null : <EpisodeState progress={progress[number]} />
          }
          action={(number) =>
            isExtra(number, own) ? null : (
              <EpisodeTicks
                animeId={anime.id}
                number={number}
                seen={progress[number]?.watched === true}
              />
            )
          }
        />
      )}
    </Section>
  );
}
