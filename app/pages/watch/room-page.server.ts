import { data, redirect } from "react-router";
import { watchPath } from "~/features/catalog/view/anime-path";
import { changeRoom } from "~/features/playback/rooms/change-room.server";
import { createRoom } from "~/features/playback/rooms/create-room.server";
import { roomPath } from "~/features/playback/rooms/room";
import { newRoomSchema, roomChangeSchema } from "~/features/playback/rooms/room-input";
import { findMember, type MemberIdentity } from "~/features/playback/rooms/room-members.server";
import { positionAt } from "~/features/playback/rooms/room-rules";
import { readClock, requireRoom } from "~/features/playback/rooms/room-store.server";
import { requireVisible } from "~/features/catalog/visibility.server";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  visitorSettingsContext,
} from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { readEpisodeRange } from "./load-episode-page.server";
import { loadWatchPage } from "./load-watch-page.server";
import { createGuest, getRoomVisitor } from "~/http/viewer/room-visitor.server";

interface RoomParams {
  room?: string | undefined;
}

/** Reads a room and its episode for a member or a visitor who may join. */
export async function loadRoomPage(request: Request, context: RouterContext, params: RoomParams) {
  const { db } = context.get(servicesContext);
  const id = params.room ?? "";
  const { member, mayJoin } = await getRoomVisitor(request, context);
  if (!mayJoin) await requirePageSession(request, context);
  return withPageErrors(context, async () => {
    const room = await requireRoom(db, id);
    const { animeId, episode: number } = room;
    const page = await loadWatchPage(request, context, {
      animeId,
      number,
      range: readEpisodeRange(request),
    });
    const { anime, episode, previous, next, sources, owner, storedPreferences } = page;
    const { episodes, progress, range, ranges } = page;
    return data(
      {
        id,
        anime,
        episode,
        previous,
        next,
        sources,
        owner,
        storedPreferences,
        episodes,
        progress,
        range,
        ranges,
        room,
        position: positionAt(room, await readClock(db)),
        member: member === null ? null : await findMember(db, id, member),
        link: context.get(requestContext).origin + roomPath(id),
      },
      member === null ? { headers: { "set-cookie": createGuest(context).cookie } } : undefined,
    );
  });
}

export type RoomPageData = Awaited<ReturnType<typeof loadRoomPage>>["data"];

/** Opens a room, or changes one without scripts. */
export async function changeRoomByForm(
  request: Request,
  context: RouterContext,
  params: RoomParams,
) {
  return withPageErrors(context, async () => {
    const { db } = context.get(servicesContext);
    const { parentalControl } = context.get(visitorSettingsContext);
    const id = params.room;
    await consumeRateLimit(id === undefined ? "newRooms" : "roomChanges", context);
    const { value } = await readBody(request);
    if (id === undefined) {
      const input = parseInput(newRoomSchema, value);
      const returnTo = watchPath(input.animeId, input.episode);
      const { member, headers } = await identify(request, context, returnTo);
      const created = await createRoom(db, input, { member, parentalControl });
      return redirect(roomPath(created), { status: 303, headers });
    }
    const { animeId, episode } = await requireRoom(db, id);
    await requireVisible(db, animeId, { parentalControl });
    const { member, headers } = await identify(request, context, roomPath(id));
    const change = parseInput(roomChangeSchema, value);
    if (change.do !== "clock") await changeRoom(db, id, change, member);
    const to = change.do === "leave" ? watchPath(animeId, episode) : roomPath(id);
    return redirect(to, { status: 303, headers });
  });
}

/** A visitor without the guest's cookie gets one. Redirects where only users may join. */
async function identify(
  request: Request,
  context: RouterContext,
  returnTo: string,
): Promise<{ member: MemberIdentity; headers: Record<string, string> }> {
  const { member, mayJoin } = await getRoomVisitor(request, context);
  if (!mayJoin) throw redirect(`/signin?${new URLSearchParams({ returnTo }).toString()}`, 303);
  if (member !== null) return { member, headers: {} };
  const guest = createGuest(context);
  return { member: guest.member, headers: { "set-cookie": guest.cookie } };
}
