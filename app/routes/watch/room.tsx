import { lazy, Suspense, useCallback, useEffect, useReducer, useState } from "react";
import { data, useNavigate, useRevalidator } from "react-router";
import { bannerUrl } from "~/artwork/cover-sizes";
import { watchPath } from "~/features/catalog/view/anime-path";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { usePlaybackSources } from "~/features/playback/player/media-files/use-playback-sources";
import { useRoom } from "~/features/playback/rooms/client/use-room";
import { mayControl, roomPath, type Room } from "~/features/playback/rooms/room";
import { heldUntil, positionAt } from "~/features/playback/rooms/room-rules";
import { RoomPanel } from "~/features/playback/rooms/view/room-panel";
import { describeRoom } from "~/features/playback/rooms/view/room-status";
import { Curtain } from "~/features/playback/view/curtain";
import { episodeName } from "~/features/playback/view/episode-name";
import { EpisodeHeading } from "~/features/playback/view/episode-heading";
import { pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { useHydrated } from "~/ui/use-hydrated";
import { RoomEpisodeList } from "~/pages/watch/room-episode-list";
import { RoomEpisodes } from "~/pages/watch/room-episodes";
import { RoomWithoutScripts } from "~/pages/watch/room-without-scripts";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/room";
import { requireRoom } from "~/features/playback/rooms/room-store.server";
import { requestContext } from "~/http/context";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { createGuest, getRoomVisitor } from "~/http/viewer/room-visitor.server";
import { loadRoom } from "~/pages/watch/load-room.server";
import { readWatchRequest, watchServices } from "./read-watch-request.server";
import { changeRoomByForm } from "./submit-room.server";

const Player = lazy(() => import("~/features/playback/player/player"));

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { member, mayJoin } = await withPageErrors(context, () => getRoomVisitor(request, context));
  if (!mayJoin) await requirePageSession(request, context);
  const id = params.room;
  const services = watchServices(context);
  const { origin } = context.get(requestContext);
  return withPageErrors(context, async () => {
    const room = await requireRoom(services.db, id);
    const watchRequest = await readWatchRequest(request, context);
    const viewer = await getPageViewer(request, context);
    return data(
      {
        ...(await loadRoom(services, viewer, { id, room, member }, watchRequest)),
        link: origin + roomPath(id),
      },
      member === null ? { headers: { "set-cookie": createGuest(context).cookie } } : undefined,
    );
  });
}

export function action({ request, params, context }: Route.ActionArgs) {
  return changeRoomByForm(request, context, params.room);
}

export default function RoomPage({ loaderData }: Route.ComponentProps) {
  return <OpenRoom key={loaderData.id} {...loaderData} />;
}

function OpenRoom(loaderData: Route.ComponentProps["loaderData"]) {
  const i18n = useI18n();
  const { id, anime, episode, sources, owner, link } = loaderData;
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  const { room, member, status, now, refusal, send, leave } = useRoom({
    path: roomPath(id),
    initial: loaderData.room,
    member: loaderData.member,
    episode: episode.number,
    engine,
  });
  useTickAt(heldUntilOf(room, now()));
  useEffect(() => {
    if (room.episode !== episode.number) void revalidate();
  }, [room.episode, episode.number, revalidate]);

  const canControl = mayControl(room, member);
  const [next, previous] = canControl ? [loaderData.next, loaderData.previous] : [null, null];
  const [nextNumber, previousNumber] = [next?.number, previous?.number];
  const goTo = useCallback(
    (number: number | undefined) => {
      if (number !== undefined) void send({ do: "episode", number, from: episode.number });
    },
    [send, episode.number],
  );
  const { sources: playbackSources, renew } = usePlaybackSources({
    animeId: anime.id,
    number: episode.number,
    sources,
  });
  const readStart = () => {
    const time = now();
    if (room.episode !== episode.number) return 0;
    return time === null ? loaderData.position : positionAt(room, time);
  };
  const statusText = describeRoom(i18n, { room, status, now: now(), refusal });
  const onChange = hydrated && status !== "ended" && status !== "full" ? send : null;
  return (
    <article className="page-column pb-12 md:pt-4">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <div className="-mx-(--page-gutter) bg-black md:mx-0">
            {hydrated && playbackSources !== null ? (
              <Suspense fallback={<Curtain animeId={anime.id} />}>
                <Player
                  animeId={anime.id}
                  number={episode.number}
                  series={anime.title.text}
                  title={episodeName(i18n, episode)}
                  sources={playbackSources}
                  renewSources={renew}
                  owner={owner}
                  storedPreferences={loaderData.storedPreferences}
                  poster={bannerUrl(anime.id, 1080)}
                  next={next}
                  hasPrevious={previous !== null}
                  autoplay={room.playing}
                  readStart={readStart}
                  onNext={() => goTo(nextNumber)}
                  onPrevious={() => goTo(previousNumber)}
                  onSaved={ignoreSave}
                  isShared
                  onEngine={setEngine}
                />
              </Suspense>
            ) : (
              <Curtain animeId={anime.id} />
            )}
          </div>
          <noscript>
            <RoomWithoutScripts {...loaderData} />
          </noscript>
          <div className="mt-5 flex flex-wrap items-start justify-between gap-4">
            <EpisodeHeading anime={anime} episode={episode} />
            <RoomEpisodes
              id={id}
              current={episode.number}
              previous={previous}
              next={next}
              onChange={onChange}
            />
          </div>
        </div>
        <div className="space-y-6">
          <RoomPanel
            id={id}
            link={link}
            room={room}
            member={member}
            now={now()}
            status={hydrated ? statusText : ""}
            onChange={onChange}
            onLeave={
              hydrated
                ? async () => {
                    await leave();
                    await navigate(watchPath(anime.id, episode.number));
                  }
                : null
            }
          />
          <RoomEpisodeList page={loaderData} canControl={canControl} onChange={onChange} />
        </div>
      </div>
    </article>
  );
}

function ignoreSave(): void {
  // The list is not shown here.
}

/** Renders again at that time of the room's clock. */
function useTickAt(delayMs: number | null): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- each rendering counts the delay anew
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(tick, delayMs);
    return () => clearTimeout(timer);
  });
}

function heldUntilOf(room: Room, now: number | null): number | null {
  const until = now === null ? null : heldUntil(room.members, now);
  return until === null || now === null ? null : until - now;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  const title = t("room.pageTitle", { title: loaderData.anime.title.text });
  return [{ title: t("site.pageTitle", { title }) }, { name: "robots", content: "noindex" }];
}
