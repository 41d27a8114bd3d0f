import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { listWishedTitles } from "~/features/wishes/decide-wishes.server";
import { wishedPath } from "~/features/wishes/view/wished-path";
import type { Database } from "~db/client.server";

interface WishesRequest {
  isDeclined: boolean;
  page: number;
  language: TitleLanguage;
}

/** Reads a page of wishes. */
export async function loadWishes(db: Database, { language, ...request }: WishesRequest) {
  const { wished, ...counts } = await listWishedTitles(db, request);
  return {
    ...counts,
    wished: wished.map(({ animeId, episode, users, since, reason, hasPage, ...names }) => ({
      animeId,
      episode,
      users,
      since,
      reason,
      title: displayTitle(names, language),
      path: wishedPath({ animeId, episode, title: names.title, hasPage }),
    })),
  };
}

export type WishedItem = Awaited<ReturnType<typeof loadWishes>>["wished"][number];
