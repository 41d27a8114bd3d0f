import type { Anime } from "~/features/catalog/anime";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { FeaturedData } from "~/features/home/featured";
import type { Database } from "~db/client.server";
import { pickForDay, toFeaturedData } from "./featured.server";
import { FEATURED_COUNT } from "./home-page.server";

const MAX_PLANNED = 2;

interface OwnFeaturedOptions {
  /** Ids of planned titles that can be started. */
  startable: readonly number[];
  suggested: readonly Anime[];
  /** What everyone is shown, for the places that are left. */
  shared: readonly FeaturedData[];
  /** Ids of titles that the user hides here. */
  hidden: ReadonlySet<number>;
  language: TitleLanguage;
  parentalControl: boolean;
  now: Date;
}

/** Titles that the user plans and can start, then suggestions; both change each day. */
export async function ownFeatured(
  db: Database,
  { startable, suggested, shared, hidden, language, parentalControl, now }: OwnFeaturedOptions,
): Promise<FeaturedData[]> {
  const shown = pickForDay(
    startable.filter((id) => !hidden.has(id)),
    MAX_PLANNED,
    now,
  );
  const planned = await getAnimesById(db, shown, { parentalControl });
  const own = [
    ...planned.values(),
    ...pickForDay(suggested, FEATURED_COUNT - planned.size, now),
  ].map((anime) => toFeaturedData(anime, language));
  const others = shared.filter(({ id }) => !own.some((title) => title.id === id));
  return [...own, ...others].slice(0, FEATURED_COUNT);
}
