import { DAY_MS } from "./time-zone";

export interface NumberedTitle {
  aired_from: string | null;
  episodes: number | null;
  /** The last whose day the catalog has, in ISO 8601. */
  last_episode: { number: number; aired: string } | null;
}

const WEEK_MS = 7 * DAY_MS;

/** Series pause for holidays, so that counting weeks further tells less and less. */
const MAX_WEEKS = 13;

/**
 * The number of the episode of a weekly broadcast, counted from the last one whose day the catalog
 * has, else from the first broadcast. Null when that is long ago.
 */
export function episodeAt(
  { aired_from, episodes, last_episode }: NumberedTitle,
  broadcast: Date,
): number | null {
  const counted = last_episode ?? (aired_from === null ? null : { number: 1, aired: aired_from });
  if (counted === null) return null;
  const weeks = Math.round((broadcast.getTime() - Date.parse(counted.aired)) / WEEK_MS);
  if (Math.abs(weeks) > MAX_WEEKS) return null;
  const number = counted.number + weeks;
  return number < 1 || (episodes !== null && number > episodes) ? null : number;
}
