import type { JobDefinition } from "./define-job";
import { airing } from "./definitions/airing.server";
import { announce } from "./definitions/announce.server";
import { biographies } from "./definitions/biographies.server";
import { backup } from "./definitions/backup.server";
import { cleanup } from "./definitions/cleanup.server";
import { credits } from "./definitions/credits.server";
import { episodes } from "./definitions/episodes.server";
import { fileImport } from "./definitions/file-import.server";
import { listing } from "./definitions/listing.server";
import { maintenance } from "./definitions/maintenance.server";
import { marks } from "./definitions/marks.server";
import { notifications } from "./definitions/notifications.server";
import { thumbnails } from "./definitions/thumbnails.server";
import { relations } from "./definitions/relations.server";
import { scan } from "./definitions/scan.server";
import { searches } from "./definitions/searches.server";
import { sources } from "./definitions/sources.server";
import { suggestions } from "./definitions/suggestions.server";
import { updates } from "./definitions/updates.server";
import { upcoming } from "./definitions/upcoming.server";
import { SITE_JOBS, type JobName } from "./job-names";

/** The compiler names a job of `JOB_PLANS` that has no work. */
const DEFINITIONS: {
  readonly [Name in JobName]: JobDefinition & { readonly name: Name };
} = {
  airing,
  upcoming,
  listing,
  import: fileImport,
  episodes,
  relations,
  credits,
  biographies,
  sources,
  cleanup,
  maintenance,
  backup,
  scan,
  pictures: thumbnails,
  marks,
  searches,
  suggestions,
  announce,
  notifications,
  updates,
};

/** Every job of the site with its work, for those that run jobs: the process and `jobs run`. */
export const ALL_JOBS: readonly (JobDefinition & { readonly name: JobName })[] = SITE_JOBS.map(
  ({ name }) => DEFINITIONS[name],
);
