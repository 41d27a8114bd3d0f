import { isDeepStrictEqual } from "node:util";
import { inArray, sql } from "drizzle-orm";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { siteSettings } from "~db/schema";
import { DEFAULT_SITE_SETTINGS, siteSettingsSchema, type SiteSettings } from "./site-settings";

/** Invalid stored values count as unset. */
async function loadSiteSettings(db: Database | Transaction): Promise<SiteSettings> {
  const rows = await db
    .select({ key: siteSettings.key, value: siteSettings.value })
    .from(siteSettings)
    .where(inArray(siteSettings.key, Object.keys(DEFAULT_SITE_SETTINGS)));
  let settings = DEFAULT_SITE_SETTINGS;
  for (const { key, value } of rows) {
    const parsed = siteSettingsSchema.safeParse({ ...settings, [key]: value });
    if (parsed.success) settings = parsed.data;
  }
  return settings;
}

async function saveSiteSettings(
  tx: Transaction,
  settings: SiteSettings,
  record?: RecordChange<string[]>,
): Promise<string[]> {
  const before = await loadSiteSettings(tx);
  const keys = Object.keys(settings) as (keyof SiteSettings)[];
  const changed = keys.filter((key) => settings[key] !== before[key]);
  if (changed.length === 0) return [];
  await tx
    .insert(siteSettings)
    .values(changed.map((key) => ({ key, value: sql`${JSON.stringify(settings[key])}::jsonb` })))
    .onConflictDoUpdate({
      target: siteSettings.key,
      set: { value: sql`excluded.value`, updatedAt: sql`now()` },
    });
  await record?.(tx, changed);
  return changed;
}

export interface EffectiveSiteSettings extends SiteSettings {
  signUps: "open" | "invite" | "closed";
}

export interface SiteSettingsStore {
  read(): Promise<EffectiveSiteSettings>;
  /** The same until changed; at most five seconds old, stale while the database fails. */
  readCached(): Promise<EffectiveSiteSettings>;
  readStored(): Promise<SiteSettings>;
  save(settings: SiteSettings, record?: RecordChange<string[]>): Promise<string[]>;
}

const MAX_AGE_MS = 5_000;

export function createSiteSettings(
  db: Database,
  { signUps }: Pick<EffectiveSiteSettings, "signUps">,
  now: () => number = () => performance.now(),
): SiteSettingsStore {
  const inEffect = (settings: SiteSettings): EffectiveSiteSettings => ({
    ...settings,
    signUps: settings.signUps ?? signUps,
  });
  let cached = inEffect(DEFAULT_SITE_SETTINGS);
  let loadedAt = -Infinity;
  let loading: Promise<EffectiveSiteSettings> | null = null;

  const read = async () => {
    const startedAt = now();
    const loaded = inEffect(await loadSiteSettings(db));
    if (!isDeepStrictEqual(loaded, cached)) cached = loaded;
    loadedAt = startedAt;
    return cached;
  };
  return {
    read,
    async readCached() {
      if (now() - loadedAt < MAX_AGE_MS) return cached;
      loading ??= read().finally(() => (loading = null));
      return loading.catch(() => cached);
    },
    readStored: () => loadSiteSettings(db),
    async save(settings, record) {
      const changed = await db.transaction((tx) => saveSiteSettings(tx, settings, record));
      await read();
      return changed;
    },
  };
}
