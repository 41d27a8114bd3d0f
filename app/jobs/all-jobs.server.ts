import { airing } from "./definitions/airing.server";
import { biographies } from "./definitions/biographies.server";
import { backup } from "./definitions/backup.server";
import { cleanup } from "./definitions/cleanup.server";
import { credits } from "./definitions/credits.server";
import { episodes } from "./definitions/episodes.server";
import { fileImport } from "./definitions/file-import.server";
import { listing } from "./definitions/listing.server";
import { maintenance } from "./definitions/maintenance.server";
import { marks } from "./definitions/marks.server";
import { thumbnails } from "./definitions/thumbnails.server";
import { relations } from "./definitions/relations.server";
import { scan } from "./definitions/scan.server";
import { searches } from "./definitions/searches.server";
import { sources } from "./definitions/sources.server";
import { suggestions } from "./definitions/suggestions.server";
import { updates } from "./definitions/updates.server";
import { upcoming } from "./definitions/upcoming.server";

/** Every job of the site, in the order of its page. */
export const ALL_JOBS = [
  airing,
  upcoming,
  listing,
  fileImport,
  episodes,
  relations,
  credits,
  biographies,
  sources,
  cleanup,
  maintenance,
  backup,
  scan,
  thumbnails,
  marks,
  searches,
  suggestions,
  updates,
] as const;

export type JobName = (typeof ALL_JOBS)[number]["name"];
