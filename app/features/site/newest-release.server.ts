import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Release, ReadNewestRelease } from "~/providers/releases/read-newest-release.server";
import type { Database } from "~db/client.server";
import { siteSettings } from "~db/schema";

const KEY = "newestRelease";
const DAY_MS = 24 * 60 * 60_000;

const storedSchema = z.object({
  askedAt: z.iso.datetime(),
  release: z.object({ version: z.string(), url: z.string().nullable() }).nullable(),
});

async function read(db: Database): Promise<z.infer<typeof storedSchema> | null> {
  const [row] = await db
    .select({ value: siteSettings.value })
    .from(siteSettings)
    .where(eq(siteSettings.key, KEY));
  return storedSchema.safeParse(row?.value).data ?? null;
}

async function write(db: Database, stored: z.infer<typeof storedSchema>): Promise<void> {
  const value = sql`${JSON.stringify(stored)}::jsonb`;
  await db
    .insert(siteSettings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value, updatedAt: sql`now()` } });
}

/** Whether the forge was last asked a day ago or never. */
export async function isReleaseDue(db: Database, now = new Date()): Promise<boolean> {
  const stored = await read(db);
  return stored === null || now.getTime() - Date.parse(stored.askedAt) >= DAY_MS;
}

/** Asks once, and keeps the answer, or the last one when this fails. Throws then. */
export async function refreshNewestRelease(
  db: Database,
  ask: ReadNewestRelease,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const askedAt = now.toISOString();
  // Noted before, so that a failure too is followed by a day without a request.
  await write(db, { askedAt, release: (await read(db))?.release ?? null });
  await write(db, { askedAt, release: await ask(signal) });
}

/** The newest release if it is newer than the given version, else null. */
export async function readNewerRelease(db: Database, version: string): Promise<Release | null> {
  const release = (await read(db))?.release ?? null;
  return release !== null && isNewer(release.version, version) ? release : null;
}

/** Compares by SemVer 2.0.0, section 11: a pre-release precedes its release, builds are equal. */
function isNewer(version: string, than: string): boolean {
  const [withoutBuild = ""] = than.split("+", 1);
  const [core = "", preRelease] = withoutBuild.split("-", 2);
  const [wanted, present] = [version, core].map((text) => text.split(".").map(Number));
  for (const [index, part] of (wanted ?? []).entries()) {
    const difference = part - (present?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return preRelease !== undefined;
}
