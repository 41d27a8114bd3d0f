import { sql, type SQL } from "drizzle-orm";
import { printEntryColumns } from "./entry-columns.server";
import { ENTRY_FIELDS, type FieldMerge } from "./entry-fields";
import { MAX_NOTES_LENGTH, MAX_TAGS } from "./entry-limits";

/** SQL for the length of a text as JavaScript counts it: emoji are two. */
const lengthOf = (text: string) =>
  `length(${text}) + length(regexp_replace(${text}, '[^\\U00010000-\\U0010FFFF]', '', 'g'))`;

/** SQL for what remains of a column of both entries, within the limits of one. */
const MERGES: Readonly<Record<FieldMerge, (own: string, other: string) => string>> = {
  first: (own, other) => `coalesce(${own}, ${other})`,
  texts: (own, other) => `CASE
    WHEN ${own} IS NULL OR ${own} = ${other} THEN ${other}
    WHEN ${other} IS NULL THEN ${own}
    WHEN ${lengthOf(own)} + 2 + ${lengthOf(other)} > ${MAX_NOTES_LENGTH} THEN ${own}
    ELSE ${own} || E'\\n\\n' || ${other} END`,
  items: (own, other) =>
    `(${own} || ARRAY(SELECT item FROM unnest(${other}) AS item WHERE item <> ALL (${own})))
      [:greatest(${MAX_TAGS}, cardinality(${own}))]`,
  greater: (own, other) => `greatest(${own}, ${other})`,
};

/**
 * Statements that move the entries of one title to another that replaces it. Seen episodes and
 * rewatches add up; a rewatch that is under way keeps its place. Notes and tags that do not fit
 * into one entry stay readable in the history, where an undo exchanges them for the ones that were
 * kept.
 */
export function moveEntries({ from, into }: { from: number; into: number }): SQL[] {
  const merged = printEntryColumns(
    (column, { name }) =>
      `${column} = ${MERGES[ENTRY_FIELDS[name].merge](`e.${column}`, `excluded.${column}`)}`,
  );
  /** Whether a rewatch of the title is under way, of which the seen episodes are the place. */
  const isAgain = (id: number) => sql`EXISTS (
    SELECT 1 FROM rewatches r
    WHERE r.user_id = s.user_id AND r.anime_mal_id = ${id}::int4 AND NOT r.finished)`;
  const keeps = sql`WHEN ${isAgain(into)} THEN`;
  const gives = sql`WHEN ${isAgain(from)} AND NOT EXISTS (
    SELECT 1 FROM watch_list_entries w
    WHERE w.user_id = s.user_id AND w.anime_mal_id = ${into}::int4) THEN`;
  return [
    sql`
      INSERT INTO seen_episodes AS s (user_id, anime_mal_id, episodes, skipped, updated_at)
      SELECT user_id, ${into}::int4, episodes, skipped, updated_at
      FROM seen_episodes WHERE anime_mal_id = ${from}
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        episodes = CASE ${keeps} s.episodes ${gives} excluded.episodes
          ELSE s.episodes + excluded.episodes END,
        skipped = CASE ${keeps} s.skipped ${gives} excluded.skipped
          ELSE (s.skipped + excluded.skipped) - (s.episodes + excluded.episodes) END,
        updated_at = greatest(s.updated_at, excluded.updated_at)`,
    sql`DELETE FROM seen_episodes WHERE anime_mal_id = ${from}`,
    sql`
      INSERT INTO watch_list_entries AS e (user_id, anime_mal_id, ${printEntryColumns()},
        added_at, updated_at)
      SELECT user_id, ${into}::int4, ${printEntryColumns()}, added_at, updated_at
      FROM watch_list_entries WHERE anime_mal_id = ${from}
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        ${merged},
        added_at = least(e.added_at, excluded.added_at),
        updated_at = greatest(e.updated_at, excluded.updated_at)`,
    sql`
      INSERT INTO list_events (user_id, anime_mal_id, at, day, through, before, after)
      SELECT user_id, ${into}::int4, now(), (now() AT TIME ZONE 'UTC')::date, 'catalog',
        jsonb_strip_nulls(jsonb_build_object(
          'notes', CASE WHEN lost_notes THEN other_notes END,
          'tags', CASE WHEN lost_tags THEN to_jsonb(other_tags) END)),
        jsonb_strip_nulls(jsonb_build_object(
          'notes', CASE WHEN lost_notes THEN notes END,
          'tags', CASE WHEN lost_tags THEN to_jsonb(tags) END))
      FROM (
        SELECT e.user_id, e.notes, e.tags, other.notes AS other_notes, other.tags AS other_tags,
          coalesce(strpos(e.notes, other.notes) = 0, false) AS lost_notes,
          NOT other.tags <@ e.tags AS lost_tags
        FROM watch_list_entries e JOIN watch_list_entries other USING (user_id)
        WHERE e.anime_mal_id = ${into} AND other.anime_mal_id = ${from}
      ) joined
      WHERE lost_notes OR lost_tags`,
    // The last rewatch alone may be unfinished, and only while the state says so.
    sql`
      WITH own AS (
        DELETE FROM rewatches WHERE anime_mal_id = ANY(ARRAY[${from}, ${into}]::int4[])
          AND user_id IN (SELECT user_id FROM watch_list_entries WHERE anime_mal_id = ${from})
        RETURNING *
      ), ordered AS (
        SELECT own.*,
          row_number() OVER place AS position,
          row_number() OVER (PARTITION BY own.user_id
            ORDER BY own.finished, own.anime_mal_id <> ${into}, own.number) AS open_position
        FROM own
        WINDOW place AS (PARTITION BY own.user_id
          ORDER BY NOT own.finished, own.anime_mal_id = ${into} AND NOT own.finished,
            own.anime_mal_id <> ${into}, own.number)
      )
      INSERT INTO rewatches (user_id, anime_mal_id, number, started_on, finished_on, score, finished)
      SELECT o.user_id, ${into}::int4, o.position, o.started_on, o.finished_on, o.score,
        o.finished OR o.open_position > 1
          OR coalesce(e.state, '') NOT IN ('rewatching', 'paused', 'dropped')
      FROM ordered o JOIN watch_list_entries e ON e.user_id = o.user_id AND e.anime_mal_id = ${into}`,
    sql`DELETE FROM watch_list_entries WHERE anime_mal_id = ${from}`,
    sql`UPDATE list_events SET anime_mal_id = ${into} WHERE anime_mal_id = ${from}`,
  ];
}
