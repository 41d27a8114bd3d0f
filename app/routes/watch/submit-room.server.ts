import { redirect } from "react-router";
import { watchPath } from "~/features/catalog/view/anime-path";
import { requireVisible } from "~/features/catalog/visibility.server";
import { changeRoom } from "~/features/playback/rooms/change-room.server";
import { createRoom } from "~/features/playback/rooms/create-room.server";
import { roomPath } from "~/features/playback/rooms/room";
import { newRoomSchema, roomChangeSchema } from "~/features/playback/rooms/room-input";
import type { MemberIdentity } from "~/features/playback/rooms/room-members.server";
import { requireRoom } from "~/features/playback/rooms/room-store.server";
import { servicesContext, visitorSettingsContext, type RouterContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { createGuest, getRoomVisitor } from "~/http/viewer/room-visitor.server";
import { signInPath } from "~/ui/sign-in-path";

/** Opens a room. */
export function openRoom(request: Request, context: RouterContext) {
  return withPageErrors(context, async () => {
    await consumeRateLimit("newRooms", context);
    const input = parseInput(newRoomSchema, (await readBody(request)).value);
    const returnTo = watchPath(input.animeId, input.episode);
    const { member, headers } = await identify(request, context, returnTo);
    const { db } = context.get(servicesContext);
    const { parentalControl } = context.get(visitorSettingsContext);
    const created = await createRoom(db, input, { member, parentalControl });
    return redirect(roomPath(created), { status: 303, headers });
  });
}

/** Changes a room without scripts. */
export function changeRoomByForm(request: Request, context: RouterContext, id: string) {
  return withPageErrors(context, async () => {
    const { db } = context.get(servicesContext);
    const { parentalControl } = context.get(visitorSettingsContext);
    await consumeRateLimit("roomChanges", context);
    const { value } = await readBody(request);
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
  if (!mayJoin) throw redirect(signInPath(returnTo), 303);
  if (member !== null) return { member, headers: {} };
  const guest = createGuest(context);
  return { member: guest.member, headers: { "set-cookie": guest.cookie } };
}
