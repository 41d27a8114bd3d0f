import type { ActionResult, PageChange } from "~/ui/changes/page-change";
import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import { HideSwitch } from "~/features/listing/view/hide-switch";
import { TitleFacts } from "~/features/title/view/title-facts";
import { Trailer } from "~/features/title/view/trailer";
import { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { useI18n } from "~/i18n/i18n-context";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { ButtonLink } from "~/ui/button";
import { lazyPart, lazyTopPart } from "~/ui/lazy-part";
import { Rail } from "~/ui/rail";
import type { TitlePageData } from "./load-title.server";
import { JumpBar } from "./jump-bar";
import { TitleBanner } from "./title-banner";
import { TitleEpisodes } from "./title-episodes";
import { TitleHeading } from "./title-heading";
import { TitleRelations } from "./title-relations";
import { TitleSynopsis } from "./title-synopsis";
import { signInPath } from "~/ui/sign-in-path";

interface TitlePageProps {
  loaderData: TitlePageData & { flashMessage: PageChange | null };
  actionData?: ActionResult | undefined;
}

const WatchBlock = lazyTopPart(async () => (await import("./watch-block")).WatchBlock);

const NextEpisode = lazyTopPart(
  async () => (await import("~/features/title/view/next-episode")).NextEpisode,
);

const OwnControls = lazyTopPart(async () => (await import("./own-controls")).OwnControls);

// Few users have children, so the page of all others does not load it ahead.
const TitleChildren = lazyPart(
  async () => (await import("~/features/accounts/view/title-children")).TitleChildren,
);

const RandomBar = lazyTopPart(async () => (await import("./random-bar")).RandomBar);

const TagList = lazyPart(async () => (await import("~/features/title/view/tag-list")).TagList);

const TitleCredits = lazyPart(
  async () => (await import("~/features/credits/view/title-credits")).TitleCredits,
);

/** Shows a title: its banner, heading, facts, episodes and what it belongs with. */
export function TitlePage({ loaderData, actionData }: TitlePageProps) {
  const { t } = useI18n();
  const { anime, own, links, extras, similar, toggle, userId, playable, credits, parts } =
    loaderData;
  const failure = actionData?.change === null ? actionData.failure : undefined;
  const result = useActionMessage(
    loaderData.flashMessage,
    failure === undefined ? actionData : undefined,
  );
  const progress = useMergedProgress(anime.id, userId, loaderData.progress);
  return (
    <article>
      {loaderData.random === null ? null : <RandomBar asked={loaderData.random} />}
      <TitleBanner anime={anime} />
      <div className="page-column">
        <TitleHeading anime={anime} isScoreMasked={loaderData.isScoreMasked}>
          {playable.length === 0 ? null : <WatchBlock page={loaderData} progress={progress} />}
          {own === null ? (
            <p>
              <ButtonLink
                to={signInPath(anime.path)}
                weight={playable.length === 0 ? "primary" : "quiet"}
              >
                {t(loaderData.playsForMembers ? "list.signInToWatch" : "list.signIn")}
              </ButtonLink>
            </p>
          ) : (
            <OwnControls page={loaderData} failure={failure} />
          )}
          {loaderData.children === null ? null : (
            <TitleChildren animeId={anime.id} path={anime.path} {...loaderData.children} />
          )}
        </TitleHeading>
        {parts.length === 0 ? null : <JumpBar parts={parts} />}
        <div
          id="about"
          className="mt-5 grid grid-cols-1 max-md:scroll-mt-12 md:mt-8 gap-x-12 md:grid-cols-[11rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)]"
        >
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
                <section
                  id="trailer"
                  aria-label={t("title.trailer")}
                  className="mt-6 md:mt-10 xl:mt-0"
                >
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
            <TitleEpisodes page={loaderData} progress={progress} />
          </div>
        </div>
        {credits === null ? null : <TitleCredits titlePath={anime.path} credits={credits} />}
        <TitleRelations page={loaderData} />
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
