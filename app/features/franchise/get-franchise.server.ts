import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import { isVisible, requireVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { FranchiseRole } from "./franchise-roles";

export interface FranchiseMember {
  anime: Anime;
  role: FranchiseRole;
  /** Minutes of an episode; null while unknown. */
  minutes: number | null;
}

export interface Franchise {
  /** The best-known member that the viewer may see. */
  main: Anime;
  /** The members in the order of the story. */
  members: FranchiseMember[];
  /** The order is an owner's. */
  isCorrected: boolean;
}

/**
 * The franchise of the title `id`. Throws `NotFound` for an unknown title or one of no franchise
 * with two titles that the viewer may see, and `Forbidden` for a hidden title.
 */
export async function getFranchise(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
): Promise<Franchise> {
  await requireVisible(db, id, viewer);
  const rows = await db.execute<{
    anime: string;
    role: FranchiseRole;
    minutes: number | null;
    corrected: boolean;
  }>(sql`
    SELECT ${animeJson} AS anime, m.role, e.duration_minutes AS minutes,
      EXISTS (SELECT 1 FROM franchise_positions p WHERE p.mal_id = m.mal_id) AS corrected
    FROM franchise_members own
    JOIN franchise_members m ON m.franchise_id = own.franchise_id
    JOIN animes a ON a.mal_id = m.mal_id
    JOIN listing_entries e ON e.mal_id = m.mal_id
    WHERE own.mal_id = ${id}::int4 AND ${isVisible(sql`a`, viewer)}
    ORDER BY m.position`);
  const members = rows.map(({ anime, role, minutes }) => ({
    // Built by Postgres from typed columns, so it is not validated.
    anime: JSON.parse(anime) as Anime,
    role,
    minutes,
  }));
  const [main] = members.map(({ anime }) => anime).sort(byPopularity);
  if (main === undefined || members.length < 2) throw new NotFound("franchise.notFound");
  return { main, members, isCorrected: rows.some(({ corrected }) => corrected) };
}

function byPopularity(one: Anime, other: Anime): number {
  return (one.popularity ?? Infinity) - (other.popularity ?? Infinity) || one.mal_id - other.mal_id;
}

/** How many titles of its franchise the viewer may see, and the title's position; null if alone. */
export async function getFranchisePlace(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
): Promise<{ position: number; total: number } | null> {
  const [place] = await db.execute<{ position: number; total: number }>(
    prepared(sql`
      SELECT count(*) FILTER (WHERE m.position <= own.position)::int4 AS position,
        count(*)::int4 AS total
      FROM franchise_members own
      JOIN franchise_members m ON m.franchise_id = own.franchise_id
      JOIN animes a ON a.mal_id = m.mal_id
      WHERE own.mal_id = ${id}::int4 AND ${isVisible(sql`a`, viewer)}`),
  );
  return place === undefined || place.total < 2 ? null : place;
}
