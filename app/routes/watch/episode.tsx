import { Download } from "lucide-react";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import {
  isRouteErrorResponse,
  NavigationType,
  useNavigate,
  useNavigationType,
  useRevalidator,
} from "react-router";
import { addSourcePath } from "~/features/playback/sources/add-source-path";
import { watchPath } from "~/features/catalog/view/anime-path";
import { usePlaybackSources } from "~/features/playback/player/media-files/use-playback-sources";
import { wantsTheater } from "~/features/playback/player/preferences/wants-theater";
import { resumePosition } from "~/features/playback/progress/progress-rules";
import type { SaveResponse } from "~/features/playback/progress/send-progress";
import { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { AddedToWatchingToast } from "~/features/playback/view/added-to-watching-toast";
import { Curtain } from "~/features/playback/view/curtain";
import { episodeName } from "~/features/playback/view/episode-name";
import { EpisodeHeading } from "~/features/playback/view/episode-heading";
import { EpisodeLinks } from "~/features/playback/view/episode-links";
import { EpisodeSidebar } from "~/features/playback/view/episode-sidebar";
import { RatePrompt } from "~/features/playback/view/rate-prompt";
import { StartRoomForm } from "~/features/playback/rooms/view/start-room-form";
import { NoSource } from "~/features/playback/view/no-source";
import { WatchedSwitch } from "~/features/playback/view/watched-switch";
import { entryEditorPath } from "~/features/watch-list/view/entry-editor-path";
import { pageI18n } from "~/frame/page-i18n";
import type { PageErrorData } from "~/http/pages/page-errors.server";
import { useI18n } from "~/i18n/i18n-context";
import { bannerUrl } from "~/artwork/cover-sizes";
import { ErrorPage } from "~/frame/error-page";
import { buttonClass, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { useHydrated } from "~/ui/use-hydrated";
import { loadEpisodePage } from "~/pages/watch/load-episode-page.server";
import type { PageHandle } from "~/http/pages/page-handle";
import type { Route } from "./+types/episode";

const Player = lazy(() => import("~/features/playback/player/player"));

export const handle: PageHandle = { isPersonal: true };

export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadEpisodePage(request, context, params);
}

export default function WatchPage({ loaderData }: Route.ComponentProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const {
    anime,
    episode,
    previous,
    next,
    sources,
    episodes,
    range,
    ranges,
    owner,
    listType,
    storedPreferences,
  } = loaderData;
  const progress = useMergedProgress(anime.id, owner, loaderData.progress);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const cameFrom = useNavigationType();
  const { revalidate } = useRevalidator();
  const [unrated, setUnrated] = useState<number | null>(null);
  // The account's choice is known before the player is loaded, so that nothing moves.
  const [hasTheater, setHasTheater] = useState(wantsTheater(storedPreferences));
  const [begun, setBegun] = useState<number | null>(null);
  const own = progress[episode.number] ?? null;
  const [nextNumber, previousNumber] = [next?.number, previous?.number];
  const goTo = useCallback(
    (number: number | undefined) => {
      if (number !== undefined) void navigate(watchPath(anime.id, number));
    },
    [navigate, anime.id],
  );
  const goNext = useCallback(() => goTo(nextNumber), [goTo, nextNumber]);
  const goBack = useCallback(() => goTo(previousNumber), [goTo, previousNumber]);
  const leave = useCallback(() => void navigate(anime.path), [navigate, anime.path]);
  const newlyWatched = useRef(new Set<number>());
  const saved = useCallback(
    (response: SaveResponse) => {
      if (response.watching.includes(String(anime.id))) setBegun(anime.id);
      if (response.finished.includes(String(anime.id))) setBegun(null);
      if (response.unrated.includes(String(anime.id))) setUnrated(anime.id);
      // Updates the list locally rather than revalidating at every save.
      const newlyMarked = response.episodes.filter(
        ({ episode: number, watched }) => watched && !newlyWatched.current.has(number),
      );
      for (const { episode: number } of newlyMarked) newlyWatched.current.add(number);
      if (newlyMarked.length > 0) void revalidate();
    },
    [anime.id, revalidate],
  );
  const isPlayable = sources.length > 0;
  const { sources: playbackSources, renew } = usePlaybackSources({
    animeId: anime.id,
    number: episode.number,
    sources,
  });
  const downloadUrl =
    (playbackSources ?? sources).find((source) => source.downloadUrl)?.downloadUrl ?? null;
  const watchedSwitch = (
    <WatchedSwitch
      animeId={anime.id}
      number={episode.number}
      watched={own?.watched ?? false}
      position={own?.position ?? 0}
      duration={own?.duration ?? null}
      owner={owner}
      weight={isPlayable ? "quiet" : "primary"}
      onChanged={() => void revalidate()}
    />
  );
  return (
    <article className="page-column pb-12 md:pt-4">
      <div
        className={classNames(
          "grid gap-6",
          hasTheater ? undefined : "lg:grid-cols-[minmax(0,1fr)_22rem]",
        )}
      >
        <div className="min-w-0">
          <div
            className={classNames(
              "-mx-(--page-gutter) md:mx-0",
              isPlayable ? "bg-black" : undefined,
            )}
          >
            {!isPlayable ? (
              <NoSource
                anime={anime}
                number={episode.number}
                hasStill={episode.hasStill}
                isSignedIn={owner !== null}
                elsewhere={loaderData.elsewhere}
                addsSources={loaderData.addsSources}
              >
                {watchedSwitch}
              </NoSource>
            ) : hydrated && playbackSources !== null ? (
              <Suspense fallback={<Curtain animeId={anime.id} />}>
                <Player
                  animeId={anime.id}
                  number={episode.number}
                  series={anime.title.text}
                  title={episodeName(i18n, episode)}
                  sources={playbackSources}
                  renewSources={renew}
                  owner={owner}
                  storedPreferences={storedPreferences}
                  poster={bannerUrl(anime.id, 1080)}
                  next={next}
                  hasPrevious={previous !== null}
                  autoplay={cameFrom !== NavigationType.Pop}
                  readStart={() => resumePosition(own)}
                  onNext={goNext}
                  onPrevious={goBack}
                  onLeave={leave}
                  onSaved={saved}
                  onTheater={setHasTheater}
                />
              </Suspense>
            ) : (
              <Curtain animeId={anime.id} />
            )}
            {isPlayable ? (
              <noscript>
                <p className="p-4 text-white">{t("watch.needsScript")}</p>
              </noscript>
            ) : null}
          </div>
          {unrated === anime.id && owner !== null ? (
            <div className="mt-4">
              <RatePrompt
                title={anime.title.text}
                path={entryEditorPath(anime.path)}
                onDismiss={() => setUnrated(null)}
              />
            </div>
          ) : null}
          {begun === anime.id && owner !== null ? (
            <AddedToWatchingToast
              animeId={anime.id}
              title={anime.title.text}
              previousType={listType}
              onDismiss={() => setBegun(null)}
            />
          ) : null}
          <div className="mt-5 flex flex-wrap items-start justify-between gap-4">
            <EpisodeHeading anime={anime} episode={episode} />
            <div className="button-row">
              {isPlayable ? watchedSwitch : null}
              {downloadUrl === null ? null : (
                <a href={downloadUrl} download className={buttonClass("quiet")}>
                  <Download aria-hidden className="size-4" />
                  {t("player.download")}
                </a>
              )}
              {isPlayable ? <StartRoomForm animeId={anime.id} number={episode.number} /> : null}
              {isPlayable && loaderData.addsSources ? (
                <ButtonLink to={addSourcePath(anime.id, episode.number)}>
                  {t("watch.addSource")}
                </ButtonLink>
              ) : null}
              <EpisodeLinks anime={anime} previous={previous} next={next} />
            </div>
          </div>
          {episode.description === null ? null : (
            <p className="mt-4 max-w-prose text-ink-soft">{episode.description}</p>
          )}
        </div>
        <EpisodeSidebar
          animeId={anime.id}
          current={episode.number}
          episodes={episodes}
          progress={progress}
          range={range}
          ranges={ranges}
        />
      </div>
    </article>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { anime, episode } = loaderData;
  const { t } = pageI18n(matches);
  const { number, title: name } = episode;
  const series = anime.title.text;
  const title =
    name === null
      ? t("watch.pageTitle.untitled", { series, number })
      : t("watch.pageTitle", { series, number, title: name });
  return [{ title: t("site.pageTitle", { title }) }, { name: "robots", content: "noindex" }];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error;
  const { message } = error.data as PageErrorData;
  return <ErrorPage status={error.status} message={error.status === 404 ? message : undefined} />;
}
