import type { ActionResult } from "~/ui/changes/page-change";
import { useEffect } from "react";
import { REVEAL_EPISODES, REVEAL_SEQUELS } from "~/features/catalog/spoilers/reveal";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import { HideSwitch } from "~/features/listing/view/hide-switch";
import { EpisodeList } from "~/features/title/view/episode-list";
import { SpineText } from "~/features/catalog/view/spine-text";
import { RelatedTitles } from "~/features/title/view/related-titles";
import { TitleFacts } from "~/features/title/view/title-facts";
import { Trailer } from "~/features/title/view/trailer";
import { forgetSentEntries } from "~/features/playback/progress/local-progress";
import { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { EpisodeState } from "~/features/playback/view/episode-state";
import { WatchLink } from "~/features/playback/view/watch-link";
import { isExtra } from "~/features/watch-list/tracking/extra-episodes";
import { useI18n } from "~/i18n/i18n-context";
import { ChangeToast } from "~/ui/changes/change-toast";
import { onChangeResult } from "~/ui/changes/change-results";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { ButtonLink } from "~/ui/button";
import { bannerSrcSet, bannerUrl } from "~/artwork/cover-sizes";
import { lazyPart, lazyTopPart } from "~/ui/lazy-part";
import { Link } from "~/ui/link";
import { Rail } from "~/ui/rail";
import { Section } from "~/ui/section";
import type { TitlePageData } from "./load-title-page.server";
import { TitleHeading } from "./title-heading";
import { TitleSynopsis } from "./title-synopsis";

interface TitlePageProps {
  loaderData: TitlePageData;
  actionData?: ActionResult | undefined;
}

const NextEpisode = lazyTopPart(
  async () => (await import("~/features/title/view/next-episode")).NextEpisode,
);

const TitleTracking = lazyTopPart(
  async () => (await import("~/features/watch-list/view/title-tracking")).TitleTracking,
);

const EpisodeTicks = lazyPart(
  async () => (await import("~/features/watch-list/view/title-tracking")).EpisodeTicks,
);

const RandomBar = lazyTopPart(async () => (await import("./random-bar")).RandomBar);

const TagList = lazyPart(async () => (await import("~/features/title/view/tag-list")).TagList);

const TitleCredits = lazyPart(
  async () => (await import("~/features/credits/view/title-credits")).TitleCredits,
);

/** Shows a title: its banner, heading, facts, episodes and what it belongs with. */
export function TitlePage({ loaderData, actionData }: TitlePageProps) {
  const { t } = useI18n();
  const {
    anime,
    own,
    mayEdit,
    editing,
    related,
    maskedSequels,
    franchise,
    links,
    extras,
    similar,
    toggle,
    episodes,
    episodesTotal,
    episodesPage,
    userId,
    playable,
  } = loaderData;
  const failure = actionData?.change === null ? actionData.failure : undefined;
  const result = useActionMessage(
    loaderData.flashMessage,
    failure === undefined ? actionData : undefined,
  );
  useEffect(() => onChangeResult(() => forgetSentEntries(anime.id)), [anime.id]);
  const progress = useMergedProgress(anime.id, userId, loaderData.progress);
  const list = {
    animeId: anime.id,
    path: anime.path,
    episodes,
    page: episodesPage,
    total: episodesTotal,
  };
  return (
    <article>
      {loaderData.random === null ? null : <RandomBar asked={loaderData.random} />}
      <div
        className="relative h-32 overflow-hidden md:h-80"
        style={{ backgroundColor: anime.color }}
      >
        <img
          src={bannerUrl(anime.id, 1600)}
          srcSet={bannerSrcSet(anime.id)}
          sizes="max(100vw, 72rem)"
          alt=""
          width={1080}
          height={300}
          fetchPriority="high"
          className="size-full object-cover object-[68%_50%]"
        />
        <div className="absolute inset-x-0 bottom-0 h-2/3 bg-linear-to-t from-[light-dark(transparent,var(--paper))] to-transparent" />
        {anime.bannerSpine === null ? null : (
          <div className="page-column absolute inset-x-0 top-5 hidden justify-end md:flex">
            <SpineText spine={anime.bannerSpine} className="max-h-72 text-2xl leading-none" />
          </div>
        )}
      </div>
      <div className="page-column">
        <TitleHeading anime={anime} isScoreMasked={loaderData.isScoreMasked}>
          <WatchLink animeId={anime.id} playable={playable} progress={progress} />
          {own === null ? (
            <p>
              <ButtonLink
                to={`/signin?${new URLSearchParams({ returnTo: anime.path }).toString()}`}
                weight={playable.length === 0 ? "primary" : "quiet"}
              >
                {t(loaderData.playsForMembers ? "list.signInToWatch" : "list.signIn")}
              </ButtonLink>
            </p>
          ) : (
            <TitleTracking
              animeId={anime.id}
              path={anime.path}
              title={anime.title.text}
              entry={own}
              editing={editing}
              failure={failure}
            />
          )}
          {mayEdit ? (
            <p>
              <Link
                to={`/admin/titles/${anime.id}`}
                className="inline-flex min-h-11 items-center text-sm text-ink-soft underline underline-offset-4"
              >
                {t("title.edit")}
              </Link>
            </p>
          ) : null}
        </TitleHeading>
        <div className="mt-5 grid grid-cols-1 md:mt-8 gap-x-12 md:grid-cols-[11rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)]">
          <div className="md:col-start-2 md:row-start-1">
            {anime.broadcast === null ? null : (
              <div className="mb-4 md:mb-6">
                <NextEpisode broadcast={anime.broadcast} />
              </div>
            )}
            <div className="gap-12 xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:not-has-[#trailer]:block">
              <TitleSynopsis anime={anime}>
                {extras.tags.length + extras.maskedTags === 0 ? null : <TagList {...extras} />}
              </TitleSynopsis>
              {anime.youtubeId === null ? null : (
                <section id="trailer" aria-label={t("title.trailer")} className="mt-10 xl:mt-0">
                  <Trailer
                    animeId={anime.id}
                    title={anime.title.text}
                    youtubeId={anime.youtubeId}
                    color={anime.color}
                  />
                </section>
              )}
            </div>
          </div>
          <TitleFacts anime={anime} links={links} streams={extras.streams} />
          <div className="md:col-start-2">
            {related.length + maskedSequels === 0 ? null : (
              <Section
                title={t("title.belongsWith")}
                more={
                  franchise === null
                    ? undefined
                    : { to: `/franchise/${anime.id}`, label: t("franchise.place", franchise) }
                }
              >
                <RelatedTitles related={related} />
                {maskedSequels === 0 ? null : (
                  <RevealLink
                    item={REVEAL_SEQUELS}
                    className="inline-flex min-h-11 items-center text-sm"
                  >
                    {t("spoilers.showSequels", { count: maskedSequels })}
                  </RevealLink>
                )}
              </Section>
            )}
            {episodesTotal === 0 ? null : (
              <Section
                title={t("title.episodes", { count: episodesTotal })}
                controls={
                  episodes.some(({ isTitleMasked }) => isTitleMasked) ? (
                    <RevealLink
                      item={REVEAL_EPISODES}
                      className="inline-flex min-h-11 items-center text-sm"
                    >
                      {t("spoilers.showTitles")}
                    </RevealLink>
                  ) : undefined
                }
              >
                {own === null ? (
                  <EpisodeList
                    {...list}
                    mark={(number) => <EpisodeState progress={progress[number]} />}
                  />
                ) : (
                  <EpisodeList
                    {...list}
                    mark={(number) =>
                      progress[number]?.watched === true ? null : (
                        <EpisodeState progress={progress[number]} />
                      )
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
            )}
          </div>
        </div>
        <TitleCredits titlePath={anime.path} credits={loaderData.credits} />
        {similar.length === 0 ? null : (
          <Rail title={t("title.moreLikeThis")}>
            {similar.map(({ card, because }) => (
              <li key={card.id}>
                <AnimeCard card={card} sizes="(min-width: 48rem) 10.5rem, 8.5rem" />
                <p className="mt-1.5 line-clamp-2 text-xs text-ink-soft">{because}</p>
              </li>
            ))}
          </Rail>
        )}
        {toggle === null || (similar.length === 0 && !toggle.hides) ? null : (
          <p className="mt-3 -ml-3">
            <HideSwitch toggle={toggle} path={anime.path} />
          </p>
        )}
      </div>
      <ChangeToast result={result} />
    </article>
  );
}
