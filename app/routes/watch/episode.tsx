import { lazy, Suspense, useState } from "react";
import {
  isRouteErrorResponse,
  NavigationType,
  redirect,
  useNavigationType,
  useRevalidator,
} from "react-router";
import { usePlaybackSources } from "~/features/playback/player/media-files/use-playback-sources";
import { wantsTheater } from "~/features/playback/player/preferences/wants-theater";
import { resumePosition } from "~/features/playback/progress/progress-rules";
import { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { Curtain } from "~/features/playback/view/curtain";
import { episodeName } from "~/features/playback/view/episode-name";
import { EpisodeHeading } from "~/features/playback/view/episode-heading";
import { EpisodeSidebar } from "~/features/playback/view/episode-sidebar";
import { WatchedSwitch } from "~/features/playback/view/watched-switch";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { RelatedTitles } from "~/features/title/view/related-titles";
import { pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { bannerUrl } from "~/artwork/cover-sizes";
import { ErrorPage } from "~/frame/error-page";
import { classNames } from "~/ui/class-names";
import { Section } from "~/ui/section";
import { useHydrated } from "~/ui/use-hydrated";
import { EpisodeActions } from "~/pages/watch/episode-actions";
import { WatchingWith } from "~/pages/watch/watching-with";
import { MissingEpisode } from "~/pages/watch/missing-episode";
import { ListOffer, useListOffer } from "~/pages/watch/list-offer";
import { useEpisodeNavigation } from "~/pages/watch/use-episode-navigation";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/episode";
import type { PageErrorData } from "~/frame/page-error-data";
import { NotFound } from "~/errors/app-error";
import { parseAnimeId, watchPath } from "~/features/catalog/view/anime-path";
import {
  listCompanions,
  setAlsoWatching,
} from "~/features/accounts/household/also-watching.server";
import { companionsSchema } from "~/features/accounts/household/household-input";
import { requireAdult } from "~/features/accounts/session-user.server";
import { servicesContext } from "~/http/context";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getSession } from "~/http/session/get-session.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { withMergedRedirect } from "~/http/pages/merged-redirect.server";
import { loadEpisode, type EpisodePageData } from "~/pages/watch/load-episode.server";
import { readWatchRequest, watchServices } from "./read-watch-request.server";

const Player = lazy(() => import("~/features/playback/player/player"));

export const handle: PageHandle = { isPersonal: true };

/** Redirects to the title that another was merged into. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = watchServices(context);
  return withPageErrors(context, async () => {
    const { id, number } = readEpisode(params);
    const watchRequest = await readWatchRequest(request, context);
    const viewer = await getPageViewer(request, context);
    const page = await withMergedRedirect(
      services.db,
      { id, parentalControl: viewer.parentalControl },
      (into) => watchPath(into, number),
      () => loadEpisode(services, viewer, { id, number }, watchRequest),
    );
    const session = await getSession(request, context);
    const companions =
      session === null || session.user.isChild ? [] : await listCompanions(services.db, session);
    return { ...page, companions };
  });
}

/** Chooses who else watches. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const session = await requirePageSession(request, context);
  return withPageErrors(context, async () => {
    const { id, number } = readEpisode(params);
    const { value } = await readBody(request);
    requireAdult(session.user);
    const { profile } = parseInput(companionsSchema, value);
    await setAlsoWatching(context.get(servicesContext).db, session, profile);
    return redirect(watchPath(id, number));
  });
}

function readEpisode({ id, number }: { id: string; number: string }) {
  const anime = parseAnimeId(id);
  if (anime === null || !/^\d{1,6}$/.test(number)) throw new NotFound("episode.notFound");
  return { id: anime, number: Number(number) };
}

export default function WatchPage({ loaderData }: Route.ComponentProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { anime, episode, previous, next, sources, episodes, range, ranges } = loaderData;
  const { owner, listType, storedPreferences, related, listStates } = loaderData;
  const progress = useMergedProgress(anime.id, owner, loaderData.progress);
  const hydrated = useHydrated();
  const cameFrom = useNavigationType();
  const { revalidate } = useRevalidator();
  // The account's choice is known before the player is loaded, so that nothing moves.
  const [hasTheater, setHasTheater] = useState(wantsTheater(storedPreferences));
  const { offer, dismiss, onSaved } = useListOffer(anime.id);
  const own = progress[episode.number] ?? null;
  const { goNext, goBack, leave } = useEpisodeNavigation(loaderData);
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
              <MissingEpisode page={loaderData}>{watchedSwitch}</MissingEpisode>
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
                  isLast={loaderData.isLast}
                  onLeave={leave}
                  onSaved={onSaved}
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
          {owner === null ? null : (
            <ListOffer anime={anime} offer={offer} listType={listType} onDismiss={dismiss} />
          )}
          <div className="mt-5 flex flex-wrap items-start justify-between gap-4">
            <EpisodeHeading anime={anime} episode={episode} />
            <EpisodeActions page={loaderData} downloadUrl={downloadUrl}>
              {isPlayable ? watchedSwitch : null}
            </EpisodeActions>
          </div>
          <WatchingWith companions={loaderData.companions} />
          {episode.synopsis === null ? null : (
            <p lang="en" className="mt-4 max-w-prose whitespace-pre-line text-ink-soft">
              {episode.synopsis}
            </p>
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
      <Related related={related} listStates={listStates} />
    </article>
  );
}

function Related({ related, listStates }: Pick<EpisodePageData, "related" | "listStates">) {
  const { t } = useI18n();
  if (related.length === 0) return null;
  return (
    <CardStates value={listStates}>
      <Section title={t("title.belongsWith")}>
        <RelatedTitles related={related} />
      </Section>
    </CardStates>
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
  const { message, withheld } = error.data as PageErrorData;
  return (
    <ErrorPage
      status={error.status}
      message={error.status === 404 ? message : undefined}
      withheld={withheld}
    />
  );
}
