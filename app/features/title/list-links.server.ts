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
  const rows = await db
    .select({ url: animes.url, site: externalIds.site, id: externalIds.id })
    .from(animes)
    .leftJoin(externalIds, eq(externalIds.malId, animes.malId))
    .where(prepared(eq(animes.malId, id)))
    .orderBy(externalIds.id);
  const url = rows[0]?.url ?? "";
  return [
    ...(MY_ANIME_LIST.test(url) ? [{ name: "MyAnimeList", url }] : []),
    ...EXTERNAL_SITES.flatMap((site) =>
      rows.flatMap((row) =>
        row.site === site && row.id !== null
          ? [{ name: SITE_NAMES[site], url: externalUrl(site, row.id) }]
          : [],
      ),
    ),
  ];
}

const MY_ANIME_LIST = /^https:\/\/myanimelist\.net\/anime\//;
