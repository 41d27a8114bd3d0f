import { eq, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { preferences } from "~db/schema";
import { isChild } from "~/features/catalog/own-control.server";
import { parseScoreScale } from "~/features/catalog/score-scale";
import {
  clearSuggestions,
  markForSuggestions,
  withdrawSharedTaste,
} from "~/features/suggestions/suggestion-state.server";
import type { PreferenceRecord, PreferencesInput } from "./preferences-input";
import {
  readSitePreferences,
  type SitePreferences,
  type SitePreferencesInput,
} from "./site-preferences";

type Row = typeof preferences.$inferSelect;

/** Throws `NotFound` when the account is gone. */
export async function getPreferences(db: Database, userId: string): Promise<PreferenceRecord> {
  return recordOf(own(await db.select().from(preferences).where(eq(preferences.userId, userId))));
}

/** A later second, since calendars count in seconds: their events move with the preferences. */
const LATER = sql`greatest(now(), date_trunc('second', ${preferences.updatedAt}) + interval '1 second')`;

/** Throws `NotFound` when the account is gone. */
export function savePreferences(
  db: Database,
  userId: string,
  input: PreferencesInput,
): Promise<PreferenceRecord> {
  const { parentalControl, ...others } = input;
  // A child cannot turn it off for the time after its age limit.
  const control =
    parentalControl === undefined
      ? {}
      : { parentalControl: sql`${parentalControl}::boolean OR ${isChild(preferences.userId)}` };
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(preferences)
      .set({ ...others, ...control, updatedAt: LATER })
      .where(eq(preferences.userId, userId))
      .returning();
    const saved = recordOf(own(rows));
    if (input.parentalControl !== undefined) await markForSuggestions(tx, userId);
    return saved;
  });
}

/**
 * Merges preferences in SQL, so that concurrent writes do not overwrite each other. Throws
 * `NotFound` when the account is gone.
 */
export function saveSitePreferences(
  db: Database,
  userId: string,
  { player, ...choices }: SitePreferencesInput,
): Promise<SitePreferences> {
  const { site } = preferences;
  return db.transaction(async (tx) => {
    if (choices.sharedTaste === false) await withdrawSharedTaste(tx, userId);
    const rows = await tx
      .update(preferences)
      .set({
        site: sql`${site} || ${JSON.stringify(choices)}::jsonb || jsonb_build_object('player', coalesce(${site} -> 'player', '{}') || ${JSON.stringify(player ?? {})}::jsonb)`,
        updatedAt: LATER,
      })
      .where(eq(preferences.userId, userId))
      .returning();
    const saved = readSitePreferences(own(rows).site);
    await applySuggestionChoices(tx, userId, choices);
    return saved;
  });
}

async function applySuggestionChoices(
  tx: Transaction,
  userId: string,
  { suggestions, sharedTaste }: SitePreferencesInput,
): Promise<void> {
  if (suggestions === false) await clearSuggestions(tx, userId);
  if (suggestions === true || sharedTaste !== undefined)
    await markForSuggestions(tx, userId, { soon: true });
}

function own(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new NotFound("account.deleted");
  return row;
}

function recordOf(row: Row): PreferenceRecord {
  return {
    user_id: row.userId,
    enfasiscolor: row.enfasiscolor,
    parentalControl: row.parentalControl,
    trackSearchHistory: row.trackSearchHistory,
    scoreScale: parseScoreScale(row.scoreScale),
    updated_at: row.updatedAt.toISOString(),
  };
}
