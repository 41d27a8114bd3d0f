import type { Room } from "~/features/playback/rooms/room";
import { findMember, type MemberIdentity } from "~/features/playback/rooms/room-members.server";
import { positionAt } from "~/features/playback/rooms/room-rules";
import { readClock } from "~/features/playback/rooms/room-store.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import { loadWatch, type WatchRequest, type WatchServices } from "./load-watch.server";

/** Reads a room's page for a member or a visitor who may join. Throws as `loadWatch` does. */
export async function loadRoom(
  services: WatchServices,
  viewer: PageViewer,
  { id, room, member }: { id: string; room: Room; member: MemberIdentity | null },
  request: WatchRequest,
) {
  const { db } = services;
  const watched = { animeId: room.animeId, number: room.episode };
  const page = await loadWatch(services, viewer, watched, request);
  const { anime, episode, previous, next, sources, owner, storedPreferences } = page;
  const { episodes, progress, range, ranges } = page;
  return {
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
  };
}

export type RoomPageData = Awaited<ReturnType<typeof loadRoom>>;
