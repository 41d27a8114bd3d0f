import { eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, externalIds } from "~db/schema";
import { prepared } from "~db/prepared";
import { EXTERNAL_SITES, externalUrl, SITE_NAMES } from "~/features/catalog/external-sites";

export interface TitleLink {
  name: string;
  url: string;
}

/** The title's pages on other sites, MyAnimeList first. */
export async function listTitleLinks(db: Database, id: number): Promise<TitleLink[]> {
  const [[title], ids] = await Promise.all([
    db
      .select({ url: animes.url })
      .from(animes)
      .where(prepared(eq(animes.malId, id))),
    db
      .select()
      .from(externalIds)
      .where(prepared(eq(externalIds.malId, id)))
      .orderBy(externalIds.id),
  ]);
  const url = title?.url ?? "";
  return [
    ...(MY_ANIME_LIST.test(url) ? [{ name: "MyAnimeList", url }] : []),
    ...EXTERNAL_SITES.flatMap((site) =>
      ids
        .filter((entry) => entry.site === site)
        .map((entry) => ({ name: SITE_NAMES[site], url: externalUrl(site, entry.id) })),
    ),
  ];
}

const MY_ANIME_LIST = /^https:\/\/myanimelist\.net\/anime\//;
