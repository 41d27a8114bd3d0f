import { formatTime } from "~/features/playback/player/controls/format-time";
import type { Room, RoomMember } from "~/features/playback/rooms/room";
import type { ConnectionStatus, Refusal } from "~/features/playback/rooms/client/room-connection";
import { isWaitingAt } from "~/features/playback/rooms/room-rules";
import type { I18n } from "~/i18n/i18n";

export function memberName(
  { t }: I18n,
  { number, name, guestName }: Pick<RoomMember, "number" | "name" | "guestName">,
): string {
  if (name !== null) return name;
  // A guest may take the name of a user, and is told apart from them.
  return guestName === null
    ? t("room.guest", { number })
    : t("room.namedGuest", { name: guestName });
}

interface DescribedRoom {
  room: Room;
  status: ConnectionStatus;
  now: number | null;
  refusal: Refusal | null;
}

/** The one line that tells what happens in the room. */
export function describeRoom(i18n: I18n, { room, status, now, refusal }: DescribedRoom): string {
  const { t } = i18n;
  if (status !== "open") return t(`room.${status}`);
  if (refusal !== null) return describeRefusal(i18n, refusal, room);
  const waiting = now === null ? [] : room.members.filter((member) => isWaitingAt(member, now));
  const names = new Intl.ListFormat(i18n.locale).format(
    waiting.map((member) => memberName(i18n, member)),
  );
  if (room.playing && waiting.length > 0) return t("room.waitingFor", { name: names });
  const actor = room.members.find(({ number }) => number === room.last?.member);
  if (room.last === null || actor === undefined) return t("room.together");
  const name = memberName(i18n, actor);
  switch (room.last.did) {
    case "play":
      return t("room.didPlay", { name });
    case "pause":
      return t("room.didPause", { name });
    case "seek":
      return t("room.didSeek", { name, time: formatTime(room.position) });
    case "episode":
      return t("room.didEpisode", { name, number: room.episode });
  }
}

function describeRefusal(i18n: I18n, refusal: Refusal, { members: [host] }: Room): string {
  const { t } = i18n;
  if (refusal.reason === "refused") return refusal.message;
  if (refusal.reason === "unreachable") return t("room.unreachable");
  return host === undefined
    ? t("room.hostControls")
    : t("room.hostOnly", { name: memberName(i18n, host) });
}
