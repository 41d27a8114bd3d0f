import { type ReactNode, useCallback } from "react";
import { isRouteErrorResponse } from "react-router";
import { NotFound } from "~/errors/app-error";
import { i18nContext, requestContext, servicesContext } from "~/http/context";
import { withPageErrors, type PageErrorData } from "~/http/pages/page-errors.server";
import { withMergedRedirect } from "~/http/pages/redirect-merged.server";
import { pageI18n } from "~/http/pages/page-i18n";
import { requireCanonicalPath } from "~/http/pages/require-canonical-path.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { cachedTerms } from "~/http/cached-catalog.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { getTitleCredits } from "~/features/credits/get-title-credits.server";
import { creditsPath } from "~/features/credits/view/credit-path";
import { toCastRows, toKeyStaffRoles } from "~/features/credits/view/title-credits.server";
import { getAnime } from "~/features/title/get-anime.server";
import { listEpisodes } from "~/features/catalog/episodes/list-episodes.server";
import { guardEpisode } from "~/features/catalog/spoilers/guard-episodes";
import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import {
  REVEAL_EPISODES,
  REVEAL_SCORES,
  REVEAL_SEQUELS,
  REVEAL_TAGS,
  parseRevealed,
} from "~/features/catalog/spoilers/reveal";
import { RevealLink } from "~/features/catalog/spoilers/reveal-link";
import { getCoverPreview } from "~/features/catalog/images/cover-previews.server";
import { getFranchisePlace } from "~/features/franchise/get-franchise.server";
import { getTitleExtras } from "~/features/title/get-title-extras.server";
import { listTitleLinks } from "~/features/title/list-links.server";
import { listRelated } from "~/features/title/list-related.server";
import { findSimilar } from "~/features/discovery/find-similar.server";
import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import {
  animeLinkedData,
  animePage,
  toEpisodeListItem,
  relatedCards,
  similarCards,
} from "~/features/title/view/anime-page.server";
import { animePath, genrePath, parseAnimeId } from "~/features/catalog/view/anime-path";
import { HideSwitch } from "~/features/listing/view/hide-switch";
import { browsePath } from "~/features/listing/view/browse-path";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { Cover } from "~/features/catalog/view/cards/cover";
import { EpisodeList } from "~/features/title/view/episode-list";
import { EPISODES_PER_PAGE } from "~/features/title/view/episode-range";
import { formatCardFacts, formatYearAndType, isSequel } from "~/features/catalog/view/facts";
import { SpineText } from "~/features/catalog/view/spine-text";
import { RelatedTitles } from "~/features/title/view/related-titles";
import { TagList } from "~/features/title/view/tag-list";
import { TitleFacts } from "~/features/title/view/title-facts";
import { Trailer } from "~/features/title/view/trailer";
import { getPageUser } from "~/http/session/get-session.server";
import { forgetSentEntries } from "~/features/playback/progress/local-progress";
import { getProgressByEpisode } from "~/features/playback/progress/list-progress.server";
import { useMergedProgress } from "~/features/playback/progress/use-merged-progress";
import { listPlayableEpisodes } from "~/features/playback/sources/playable-episodes.server";
import { EpisodeState } from "~/features/playback/view/episode-state";
import { WatchLink } from "~/features/playback/view/watch-link";
import type { WatchListEntry } from "~/features/watch-list/entry";
import { getEntry } from "~/features/watch-list/list-entries.server";
import { EDIT_PARAMETER } from "~/features/watch-list/view/entry-editor-path";
import { toOwnEntry } from "~/features/watch-list/view/own-entry.server";
import { getEpisodeViewer } from "~/http/pages/get-episode-viewer.server";
import { getOwnEntries, showListStates } from "~/http/pages/get-list-states.server";
import { hideOnPage } from "~/http/pages/hide-on-page.server";
import { handleListForm } from "~/http/pages/list-form.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { useI18n } from "~/i18n/i18n-context";
import { ErrorPage } from "~/routes/site/error-page";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, type ShowResult } from "~/ui/changes/use-action-message";
import { ButtonLink } from "~/ui/button";
import { LinkChip } from "~/ui/chip";
import { bannerSrcSet, bannerUrl, SOCIAL_SIZE, socialImageUrl } from "~/artwork/cover-sizes";
import { lazyPart } from "~/ui/lazy-part";
import { Link } from "~/ui/link";
import { Rail } from "~/ui/rail";
import { LargeStar } from "~/ui/score";
import { Section } from "~/ui/section";
import type { Route } from "./+types/anime";

const NextEpisode = lazyPart(
  async () => (await import("~/features/title/view/next-episode")).NextEpisode,
);
const TitleTracking = lazyPart(
  async () => (await import("~/features/watch-list/view/title-tracking")).TitleTracking,
);
const EpisodeTicks = lazyPart(
  async () => (await import("~/features/watch-list/view/title-tracking")).EpisodeTicks,
);

const TitleCredits = lazyPart(
  async () => (await import("~/features/credits/view/title-credits")).TitleCredits,
);

const MAX_SIMILAR = 12;
const MAX_CAST = 12;
const MAX_PEOPLE_PER_ROLE = 4;
/** Characters; longer titles get a smaller font. */
const LONG_TITLE_LENGTH = 70;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const i18n = context.get(i18nContext);
  const services = context.get(servicesContext);
  const { catalog } = services;
  const { origin } = context.get(requestContext);
  const { titleLanguage, parentalControl, skipsFiller } = context.get(visitorSettingsContext);
  const url = new URL(request.url);
  const reader = { language: titleLanguage, i18n };

  return withPageErrors(context, async () => {
    const id = readId(params.id);
    const anime = await withMergedRedirect(
      catalog.db,
      id,
      (into) => `/anime/${into}${url.search}`,
      () => getAnime(catalog.db, { id, parentalControl }),
    );
    const path = animePath(anime);
    requireCanonicalPath(path, params, url);
    const user = await getPageUser(request, context);
    const userId = user?.id ?? null;
    const voices = url.searchParams.get("voices");
    const hide = await hideOnPage(request, context, "similar");
    const entryRead =
      userId === null
        ? Promise.resolve(null)
        : getEntry(services.db, userId, id, { parentalControl });
    const listEpisodesOf = (page: number) =>
      listEpisodes(catalog.db, { animeId: id, parentalControl, page, perPage: EPISODES_PER_PAGE });
    const [
      viewer,
      preview,
      progress,
      playable,
      entry,
      related,
      franchise,
      links,
      extras,
      episodes,
      similar,
      credits,
    ] = await Promise.all([
      getEpisodeViewer(request, context, id),
      getCoverPreview(catalog.db, id),
      userId === null ? {} : getProgressByEpisode(services.db, userId, id),
      listPlayableEpisodes(catalog.db, id, { skipsFiller }),
      entryRead,
      listRelated(catalog.db, { id, parentalControl }),
      getFranchisePlace(catalog.db, { id, parentalControl }),
      listTitleLinks(catalog.db, id),
      getTitleExtras(catalog.db, id, {
        showsSpoilers: parseRevealed(url.searchParams).has(REVEAL_TAGS),
      }),
      pageOfEpisodes(url.searchParams.get("episodes"), entryRead, listEpisodesOf),
      (hide.titles === null ? catalog.catalogCache : catalog.ownCache).get(
        `similar/${parentalControl}/${id}/${hide.titles?.key ?? ""}`,
        async () =>
          findSimilar(catalog.db, {
            id,
            hidden: hide.titles,
            parentalControl,
            limit: MAX_SIMILAR,
            terms: await cachedTerms(catalog),
          }),
      ),
      getTitleCredits(catalog.db, { id, language: voices, limit: MAX_CAST, keyStaff: true }),
    ]);
    const image = origin + socialImageUrl(id);
    const hides = { scores: viewer.hides.scores && !viewer.revealed.has(REVEAL_SCORES) };
    const alike = similarCards(similar, reader);
    const entries = await getOwnEntries(request, context, [
      id,
      ...related.map(({ anime: { mal_id } }) => mal_id),
      ...alike.map(({ card }) => card.id),
    ]);
    const hidesSequels =
      viewer.hides.episodeTitles &&
      entry?.state !== "completed" &&
      !viewer.revealed.has(REVEAL_SEQUELS);
    // What is on the user's list is no secret.
    const safe = hidesSequels
      ? related.filter(
          ({ relation, anime: { mal_id } }) => !isSequel(relation) || entries.has(mal_id),
        )
      : related;
    return hideScores(hides, {
      anime: { ...animePage(anime, { ...reader, now: new Date() }), placeholder: null, ...preview },
      isScoreHidden: hides.scores && anime.score !== null,
      own:
        user === null
          ? null
          : toOwnEntry(anime, entry, entries.get(id), user.preferences.scoreScale),
      mayEdit: user !== null && hasRole(user.role, "moderator"),
      editing: user !== null && url.searchParams.has(EDIT_PARAMETER),
      note: await takeFlashMessage(request, context),
      related: relatedCards(safe, reader),
      hiddenSequels: related.length - safe.length,
      franchise,
      links,
      extras,
      similar: alike,
      toggle: hide.toggle,
      credits: {
        path: creditsPath(anime),
        cast: toCastRows(credits.characters, titleLanguage),
        castTotal: credits.charactersTotal,
        languages: credits.languages,
        language: credits.language,
        staff: toKeyStaffRoles(credits.staff, titleLanguage, MAX_PEOPLE_PER_ROLE),
        staffTotal: credits.staffTotal,
        songs: credits.songs,
      },
      listStates: await showListStates(request, context, entries),
      episodes: episodes.items.map((episode) => toEpisodeListItem(guardEpisode(episode, viewer))),
      episodesTotal: episodes.total,
      userId,
      progress,
      playable,
      episodesPage: episodes.page,
      canonical: origin + path,
      image,
      linkedData: animeLinkedData(hides.scores ? { ...anime, score: null } : anime, {
        url: origin + path,
        image,
      }),
    });
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

function readId(text: string): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound("anime.notFound");
  return id;
}

/** The asked page, else the one with the last watched episode of a title that is being watched. */
async function pageOfEpisodes<Listed extends { items: readonly unknown[] }>(
  asked: string | null,
  entryRead: Promise<WatchListEntry | null>,
  list: (page: number) => Promise<Listed>,
): Promise<Listed & { page: number }> {
  const read = async (page: number) => ({ ...(await list(page)), page });
  if (asked !== null) return read(/^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1);
  const entry = await entryRead;
  const seen = entry === null || entry.state === "completed" ? 0 : entry.episodes_seen;
  const page = Math.max(1, Math.ceil(seen / EPISODES_PER_PAGE));
  const listed = await read(page);
  // More may be tracked than the catalog lists.
  return page > 1 && listed.items.length === 0 ? read(1) : listed;
}

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

type PageAnime = Route.ComponentProps["loaderData"]["anime"];

export default function AnimePage(props: Route.ComponentProps) {
  return (
    <CardStates value={props.loaderData.listStates}>
      <TitlePage {...props} />
    </CardStates>
  );
}

function TitlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const {
    anime,
    own,
    mayEdit,
    editing,
    related,
    hiddenSequels,
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
  const { result, showResult: show } = useActionMessage(
    loaderData.note,
    failure === undefined ? actionData : undefined,
  );
  const showResult = useCallback<ShowResult>(
    (result) => {
      forgetSentEntries(anime.id);
      show(result);
    },
    [anime.id, show],
  );
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
      <div
        className="relative h-44 overflow-hidden md:h-80"
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
        <Heading anime={anime} isScoreHidden={loaderData.isScoreHidden}>
          <WatchLink animeId={anime.id} playable={playable} progress={progress} />
          {own === null ? (
            <p>
              <ButtonLink
                to={`/signin?${new URLSearchParams({ returnTo: anime.path }).toString()}`}
                weight={playable.length === 0 ? "primary" : "quiet"}
              >
                {t("list.signIn")}
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
              showResult={showResult}
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
        </Heading>
        <div className="mt-8 grid grid-cols-1 gap-x-12 md:grid-cols-[11rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] lg:grid-cols-[15rem_minmax(0,1fr)]">
          <div className="md:col-start-2 md:row-start-1">
            {anime.broadcast === null ? null : (
              <div className="mb-6">
                <NextEpisode broadcast={anime.broadcast} />
              </div>
            )}
            <div className="gap-12 xl:grid xl:grid-cols-[minmax(0,1fr)_24rem] xl:not-has-[#trailer]:block">
              <Synopsis anime={anime}>
                <TagList {...extras} />
              </Synopsis>
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
            {related.length + hiddenSequels === 0 ? null : (
              <Section
                title={t("title.belongsWith")}
                more={
                  franchise === null
                    ? undefined
                    : { to: `/franchise/${anime.id}`, label: t("franchise.place", franchise) }
                }
              >
                <RelatedTitles related={related} />
                {hiddenSequels === 0 ? null : (
                  <RevealLink
                    item={REVEAL_SEQUELS}
                    className="inline-flex min-h-11 items-center text-sm"
                  >
                    {t("spoilers.showSequels", { count: hiddenSequels })}
                  </RevealLink>
                )}
              </Section>
            )}
            {episodesTotal === 0 ? null : (
              <Section
                title={t("title.episodes", { count: episodesTotal })}
                controls={
                  episodes.some(({ isTitleHidden }) => isTitleHidden) ? (
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
                    action={(number) => (
                      <EpisodeTicks
                        animeId={anime.id}
                        number={number}
                        seen={progress[number]?.watched === true}
                        showResult={showResult}
                      />
                    )}
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
      <ChangeToast result={result} showResult={showResult} />
    </article>
  );
}

interface HeadingProps {
  anime: PageAnime;
  isScoreHidden: boolean;
  children: ReactNode;
}

function Heading({ anime, isScoreHidden, children }: HeadingProps) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  return (
    <header className="relative grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 md:grid-cols-[11rem_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="-mt-16 md:row-span-2 md:-mt-36">
        <Cover
          id={anime.id}
          color={anime.color}
          placeholder={anime.placeholder}
          spine={anime.spine}
          sizes="(min-width: 64rem) 15rem, (min-width: 48rem) 11rem, 6.5rem"
          priority
          className="shadow-xl"
        />
      </div>
      <div className="min-w-0 pt-3 md:pt-5">
        <p className="text-sm text-ink-soft">{formatCardFacts(i18n, anime)}</p>
        <h1
          lang={anime.title.lang}
          className={`mt-1 font-bold ${anime.title.text.length > LONG_TITLE_LENGTH ? "text-xl md:text-2xl" : "text-3xl max-md:text-2xl"}`}
        >
          {anime.title.text}
        </h1>
        {anime.native === null ? null : (
          <p lang="ja" className="mt-2 text-ink-soft">
            {anime.native}
          </p>
        )}
        {isScoreHidden ? (
          <p className="mt-1">
            <RevealLink item={REVEAL_SCORES} className="inline-flex min-h-11 items-center text-sm">
              {t("spoilers.showScore")}
            </RevealLink>
          </p>
        ) : null}
        {anime.score === null ? null : (
          <p className="mt-3 flex items-baseline gap-2.5">
            <LargeStar />
            <span className="sr-only">{t("ui.score")}</span>
            <span className="font-display text-2xl font-bold tabular-nums">
              {formatNumber(anime.score, TWO_DECIMALS)}
            </span>
            {anime.votes === null ? null : (
              <span className="text-sm text-ink-soft">
                {t("title.votes", { count: anime.votes })}
              </span>
            )}
          </p>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-6 gap-y-4 self-start md:col-span-1 md:col-start-2">
        {children}
      </div>
    </header>
  );
}

function Synopsis({ anime, children }: { anime: PageAnime; children: ReactNode }) {
  const { t, label } = useI18n();
  return (
    <div>
      {anime.genres.length + anime.themes.length === 0 ? null : (
        <ul aria-label={t("title.genresAndThemes")} className="mb-6 flex flex-wrap gap-2">
          {anime.genres.map((name) => (
            <li key={name}>
              <LinkChip to={genrePath(name)}>{label("genre", name)}</LinkChip>
            </li>
          ))}
          {anime.themes.map((name) => (
            <li key={name}>
              <LinkChip to={browsePath({ themes: [name.toLowerCase()] })}>
                {label("theme", name)}
              </LinkChip>
            </li>
          ))}
        </ul>
      )}
      <div className="max-w-prose space-y-4 text-ink md:text-lg">
        {anime.synopsis.length === 0 ? (
          <p className="text-ink-faint">{t("title.noSynopsis")}</p>
        ) : (
          anime.synopsis.map((text) => (
            <p key={text} lang="en">
              {text}
            </p>
          ))
        )}
        {anime.synopsisSource === null ? null : (
          <p className="text-sm text-ink-faint">
            {t("title.synopsisSource", { source: anime.synopsisSource })}
          </p>
        )}
      </div>
      {anime.background.length === 0 ? null : (
        <details className="mt-6 max-w-prose">
          <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
            {t("title.background")}
          </summary>
          <div lang="en" className="space-y-4 text-ink-soft">
            {anime.background.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        </details>
      )}
      {children}
    </div>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { anime, canonical, image, linkedData } = loaderData;
  const i18n = pageI18n(matches);
  const description = (
    anime.synopsis[0] ?? `${anime.title.text}: ${formatYearAndType(i18n, anime)}`
  ).slice(0, 200);
  return [
    { title: i18n.t("site.pageTitle", { title: anime.title.text }) },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:type", content: anime.type === "Movie" ? "video.movie" : "video.tv_show" },
    { property: "og:title", content: anime.title.text },
    { property: "og:description", content: description },
    { property: "og:url", content: canonical },
    { property: "og:image", content: image },
    { property: "og:image:width", content: String(SOCIAL_SIZE.width) },
    { property: "og:image:height", content: String(SOCIAL_SIZE.height) },
    { property: "og:image:alt", content: anime.title.text },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": linkedData },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error;
  const { message } = error.data as PageErrorData;
  return <ErrorPage status={error.status} message={error.status === 404 ? message : undefined} />;
}
