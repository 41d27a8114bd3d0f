import { episodeAt, type NumberedTitle } from "~/features/schedule/episode-number";
import { broadcastWeek } from "~/features/schedule/next-broadcast";
import { DAY_MS } from "~/features/schedule/time-zone";
import { airingsBetween, type ScheduledTitle } from "~/features/schedule/week-schedule";

/** A title as far as its broadcasts go. Days are midnights UTC in ISO 8601. */
export interface AiringTitle extends ScheduledTitle, NumberedTitle {
  /** The day of one broadcast, from which weeks are counted. */
  broadcast_anchor: string | null;
  /** Its episodes whose day the catalog has, those around the time that is asked about. */
  days: readonly { number: number; aired: string }[];
}

export interface AiredEpisode {
  animeId: number;
  episode: number;
  at: Date;
  /** Names the broadcast: its week stays when the slot moves. */
  key: string;
}

/**
 * Lists what of a title airs from `from` to before `until`: at the time of its slot, or else at
 * 00:00 UTC of its day, which is morning in Japan. Leaves out broadcasts whose number is unknown.
 */
export function airedEpisodes(title: AiringTitle, from: Date, until: Date): AiredEpisode[] {
  const { mal_id: animeId } = title;
  if (broadcastWeek(title, from) === null)
    return firstDays(title).flatMap(({ number, aired }) => {
      const at = new Date(Math.floor(Date.parse(aired) / DAY_MS) * DAY_MS);
      if (at < from || at >= until) return [];
      return [{ animeId, episode: number, at, key: `aired:${animeId}:episode-${number}` }];
    });
  return airingsBetween([title], "UTC", from, until).flatMap(({ at }) => {
    const episode = episodeAt(title, at);
    if (episode === null) return [];
    return [{ animeId, episode, at, key: `aired:${animeId}:${broadcastWeek(title, at)}` }];
  });
}

/** The days of episodes. The catalog of a film has its first day alone. */
function firstDays({ days, last_episode, aired_from }: AiringTitle): AiringTitle["days"] {
  if (last_episode !== null || aired_from === null) return days;
  // Catalogs write so what has a year and no day yet.
  return aired_from.slice(5, 10) === "01-01" ? [] : [{ number: 1, aired: aired_from }];
}
