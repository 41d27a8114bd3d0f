import { z } from "zod";
import type { Anime } from "~/features/catalog/anime";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { WEEKDAYS } from "~/features/catalog/vocabulary";
import type { ScheduleDay } from "./week-schedule";

const scheduledAnimeSchema = animeSchema
  .pick({
    mal_id: true,
    title: true,
    year: true,
    type: true,
    image_webp: true,
    episodes: true,
    score: true,
  })
  .extend({ airs_at: z.iso.datetime(), local_time: z.string() });

export const scheduleDaySchema = z.object({
  date: z.iso.date(),
  weekday: z.enum(WEEKDAYS),
  titles: z.array(scheduledAnimeSchema),
});
export type ScheduleDayJson = z.infer<typeof scheduleDaySchema>;

export const scheduleMetaSchema = z.object({
  timezone: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  total_items: z.int(),
});

export function scheduleDayJson({ date, weekday, airings }: ScheduleDay<Anime>): ScheduleDayJson {
  return {
    date,
    weekday,
    titles: airings.map(({ title, at, time }) => ({
      mal_id: title.mal_id,
      title: title.title,
      year: title.year,
      type: title.type,
      image_webp: title.image_webp,
      episodes: title.episodes,
      score: title.score,
      airs_at: at.toISOString(),
      local_time: time,
    })),
  };
}
