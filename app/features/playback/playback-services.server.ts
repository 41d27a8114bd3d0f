import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import { errorMessage } from "~/errors/error-message";
import type { Log } from "~/observability/log.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { DatabaseClient } from "~db/client.server";
import { createRoomHub, type RoomHub } from "./rooms/room-hub.server";
import { checkSource, type SourceCheck } from "./sources/check-source.server";
import { readLocalStart } from "./sources/read-local-start.server";

export interface PlaybackServices {
  /** Tells whether a source of an episode can be played. */
  checkSource: (url: string, signal?: AbortSignal) => Promise<SourceCheck>;
  /** Connected pages of rooms, which last for hours. */
  roomSlots: Semaphore;
  roomHub: RoomHub;
}

interface PlaybackServicesOptions {
  database: DatabaseClient;
  root: string;
  log: Log;
  outbound: Outbound;
  roomsPerClient: number;
}

const MAX_ROOM_PAGES = 1_024;

/** Builds what checks sources and keeps shared playback in step. */
export function createPlaybackServices({
  database,
  root,
  log,
  outbound,
  roomsPerClient,
}: PlaybackServicesOptions): PlaybackServices {
  return {
    checkSource: (url, signal) =>
      checkSource(url, {
        outbound,
        readOwnStart: (path) => readLocalStart(database.db, root, path),
        ...(signal === undefined ? {} : { signal }),
      }),
    roomSlots: createSemaphore({ limit: MAX_ROOM_PAGES, limitPerClient: roomsPerClient }),
    roomHub: createRoomHub({
      database,
      onError: (error) => log.warn({ err: errorMessage(error) }, "updating a room failed"),
    }),
  };
}
