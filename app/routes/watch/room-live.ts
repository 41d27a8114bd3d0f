import { Busy } from "~/errors/app-error";
import { requireVisible } from "~/features/catalog/visibility.server";
import { changeRoom } from "~/features/playback/rooms/change-room.server";
import { roomChangeSchema } from "~/features/playback/rooms/room-input";
import { joinRoom } from "~/features/playback/rooms/room-members.server";
import { readClock, requireRoom } from "~/features/playback/rooms/room-store.server";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  visitorSettingsContext,
  playbackContext,
} from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { eventStreamHead, eventStreamResponse } from "~/http/response/event-stream.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requireRoomMember } from "~/http/viewer/room-visitor.server";
import type { Route } from "./+types/room-live";

const RETRY_AFTER_SECONDS = 5;

/** Joins the room, and sends it after each change: `member` once, then `room`. */
export function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  return withErrorResponse(context, async () => {
    const id = params.room;
    const head = eventStreamHead(request, context);
    const member = await requireRoomMember(request, context);
    await requireVisibleRoom(id, context);
    if (head !== null) return head;
    const { db } = context.get(servicesContext);
    const { roomSlots, roomHub } = context.get(playbackContext);
    const { clientKey } = context.get(requestContext);
    const release = roomSlots.tryAcquire({ client: clientKey });
    if (release === null) throw new Busy("room.slotsBusy", RETRY_AFTER_SECONDS);
    try {
      const number = await joinRoom(db, id, member);
      return eventStreamResponse(request, (stream) => {
        stream.send("member", { number });
        const unsubscribe = roomHub.subscribe(id, {
          number,
          send: (room) => stream.send("room", room),
          beat: () => stream.beat(),
          end: () => stream.end(),
        });
        return () => {
          unsubscribe();
          release();
        };
      });
    } catch (error) {
      release();
      throw error;
    }
  });
}

/** Changes the room, and responds with it and the common clock. */
export function action({ request, params, context }: Route.ActionArgs): Promise<Response> {
  return withErrorResponse(context, async () => {
    await consumeRateLimit("roomChanges", context);
    const member = await requireRoomMember(request, context);
    await requireVisibleRoom(params.room, context);
    const { db } = context.get(servicesContext);
    const change = parseInput(roomChangeSchema, (await readBody(request)).value);
    if (change.do === "clock") return jsonResponse({ now: await readClock(db) });
    await changeRoom(db, params.room, change, member);
    const room = await requireRoom(db, params.room);
    return jsonResponse({ now: await readClock(db), room });
  });
}

async function requireVisibleRoom(id: string, context: RouterContext): Promise<void> {
  const { db } = context.get(servicesContext);
  const { animeId } = await requireRoom(db, id);
  await requireVisible(db, animeId, context.get(visitorSettingsContext));
}
