import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { listOwnRooms } from "~/features/playback/rooms/list-own-rooms.server";
import { roomPath } from "~/features/playback/rooms/room";
import type { MemberIdentity } from "~/features/playback/rooms/room-members.server";
import type { VisitorSettings } from "~/pages/viewer/visitor-settings";
import type { Database } from "~db/client.server";

/** Reads the rooms that a user or guest may return to. */
export async function loadRooms(
  db: Database,
  { parentalControl, titleLanguage }: VisitorSettings,
  member: MemberIdentity | null,
) {
  const rooms = member === null ? [] : await listOwnRooms(db, member);
  const animes = await getCardAnimes(
    db,
    rooms.map(({ animeId }) => animeId),
    { parentalControl },
  );
  const cards = await withCoverColors(
    db,
    [...animes.values()].map((anime) => animeCard(anime, titleLanguage)),
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    rooms: rooms.flatMap(({ id, animeId, episode, members }) => {
      const card = byId.get(animeId);
      return card === undefined ? [] : [{ path: roomPath(id), card, episode, members }];
    }),
  };
}
