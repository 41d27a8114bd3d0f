import { randomBytes } from "node:crypto";
import { Busy } from "~/errors/app-error";
import { getEpisode } from "~/features/catalog/episodes/list-episodes.server";
import type { Viewer } from "~/features/catalog/visibility.server";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database } from "~db/client.server";
import { rooms } from "~db/schema";
import type { NewRoom } from "./room-input";
import { admitMember, type MemberIdentity } from "./room-members.server";
import { deleteExpiredRooms, nextExpiry, readClock } from "./room-store.server";

const MAX_ROOMS = 500;
const ID_BYTES = 16;
const RETRY_AFTER_SECONDS = 600;

/**
 * The creator joins, and so becomes the host. Throws `NotFound` and `Forbidden` as the episode's
 * page does, and `Busy`.
 */
export async function createRoom(
  db: Database,
  { animeId, episode, position }: NewRoom,
  {
    member,
    maxRooms = MAX_ROOMS,
    ...viewer
  }: Viewer & { member: MemberIdentity; maxRooms?: number },
): Promise<string> {
  await getEpisode(db, { animeId, number: episode, ...viewer });
  const id = randomBytes(ID_BYTES).toString("base64url");
  await db.transaction(async (tx) => {
    // One at a time, so that the limit holds.
    await takeAdvisoryLock(tx, "newRooms");
    await deleteExpiredRooms(tx);
    if ((await tx.$count(rooms)) >= maxRooms) throw new Busy("room.tooMany", RETRY_AFTER_SECONDS);
    await tx.insert(rooms).values({
      id,
      animeMalId: animeId,
      episode,
      positionSeconds: position,
      at: new Date(await readClock(tx)),
      expiresAt: nextExpiry,
    });
    await admitMember(tx, { id, nextMember: 1 }, member);
  });
  return id;
}
