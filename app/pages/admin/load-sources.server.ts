import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { UNRESTRICTED } from "~/features/catalog/visibility.server";
import { browseSources } from "~/features/playback/sources/browse-sources.server";
import { listRuns } from "~/features/site/runs/list-runs.server";
import { isJobDue } from "~/jobs/manage-jobs.server";
import type { Database } from "~db/client.server";
import type { SourceFilters } from "./sources-path";

interface SourcesRequest {
  filters: SourceFilters;
  /** The number of the episode that a link to the form names, as in the URL. */
  episode: string;
  language: TitleLanguage;
}

/** Reads a page of sources, and the last check of all. */
export async function loadSources(db: Database, { filters, episode, language }: SourcesRequest) {
  const [found, runs, isRequested] = await Promise.all([
    browseSources(db, {
      status: filters.status ?? undefined,
      anime: filters.anime ?? undefined,
      page: filters.page,
    }),
    listRuns(db, "source-check"),
    isJobDue(db, "sources"),
  ]);
  return {
    ...found,
    episode: await readEpisode(db, filters.anime, episode, language),
    isRequested,
    lastCheck: runs[0] ?? null,
  };
}

/** The episode that a link to the form names; null for none, and for an unknown title. */
async function readEpisode(
  db: Database,
  anime: number | null,
  number: string,
  language: TitleLanguage,
) {
  if (anime === null || !/^\d{1,5}$/.test(number)) return null;
  const title = (await getCardAnimes(db, [anime], UNRESTRICTED)).get(anime);
  return title === undefined
    ? null
    : { anime, number: Number(number), title: displayTitle(title, language) };
}
