import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { listOwnRooms } from "~/features/playback/rooms/list-own-rooms.server";
import { roomPath } from "~/features/playback/rooms/room";
import { servicesContext, type RouterContext, visitorSettingsContext } from "~/http/context";
import { getRoomVisitor } from "~/http/viewer/room-visitor.server";

/** Reads the rooms that the request's user or guest may return to. */
export async function loadRoomsPage(request: Request, context: RouterContext) {
  const { db } = context.get(servicesContext);
  const { parentalControl, titleLanguage } = context.get(visitorSettingsContext);
  const { member } = await getRoomVisitor(request, context);
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
