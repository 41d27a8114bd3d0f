import type { MemoryBudget } from "~/caching/memory-budget";
import type { Config } from "~/config/config.server";
import type { RecentErrors } from "~/observability/recent-errors";
import type { Database } from "~db/client.server";
import type { Caches } from "./caches";
import { createSiteSettings, type SiteSettingsStore } from "./site-settings.server";

export interface SiteServices {
  siteSettings: SiteSettingsStore;
  caches: Caches;
  /** How memory for caches is used. */
  budget: Pick<MemoryBudget, "usage">;
  recentErrors: RecentErrors;
}

interface SiteServicesOptions {
  config: Config;
  db: Database;
  caches: Caches;
  budget: MemoryBudget;
  recentErrors: RecentErrors;
}

/** Builds what owners set and see of the site as a whole. */
export function createSiteServices({
  config,
  db,
  caches,
  budget,
  recentErrors,
}: SiteServicesOptions): SiteServices {
  return {
    siteSettings: createSiteSettings(db, { signUps: config.signUps }),
    caches,
    budget,
    recentErrors,
  };
}
