import { sql } from "drizzle-orm";
import type { Viewer } from "~/features/catalog/visibility.server";
import {
  completedFranchises,
  type FranchiseIndex,
} from "~/features/franchise/completed-franchises";
import type { HideKind } from "~/features/listing/hidden/hide-choices";
import type { Database } from "~db/client.server";

type ListKind = Exclude<HideKind, "franchise">;

/** Ids of titles on a user's list. */
export type HideableEntries = Readonly<Record<ListKind, readonly number[]>>;

export async function listHideableEntries(db: Database, userId: string): Promise<HideableEntries> {
  // Text, as the driver parses long arrays slowly.
  const [row] = await db.execute<Record<ListKind, string | null>>(sql`
    SELECT
      string_agg(anime_mal_id::text, ',') FILTER (WHERE state IN ('completed', 'rewatching')) AS seen,
      string_agg(anime_mal_id::text, ',') FILTER (WHERE state = 'planned') AS planned,
      string_agg(anime_mal_id::text, ',') FILTER (WHERE state = 'dropped') AS dropped
    FROM watch_list_entries WHERE user_id = ${userId}::uuid`);
  const idsOf = (kind: ListKind): number[] => (row?.[kind] ?? "").split(",").flatMap(toId);
  return { seen: idsOf("seen"), planned: idsOf("planned"), dropped: idsOf("dropped") };
}

function toId(text: string): number[] {
  return text === "" ? [] : [Number(text)];
}

export function titlesToHide(
  entries: HideableEntries,
  kinds: readonly HideKind[],
  { franchises, ...viewer }: Viewer & { franchises: FranchiseIndex },
): Set<number> {
  return new Set(
    kinds.flatMap((kind) =>
      kind === "franchise"
        ? [...completedFranchises(franchises, new Set(entries.seen), viewer)]
        : entries[kind],
    ),
  );
}
