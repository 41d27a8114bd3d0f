import { z } from "zod";
import { MAX_BIO_LENGTH } from "./profile-limits";

export const profileRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  last_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  banner_image: z.string().nullable(),
  birthday: z.iso.date().nullable(),
  gender: z.string().nullable(),
  bio: z.string().meta({ maxLength: MAX_BIO_LENGTH }).nullable(),
  favorite_animes: z.array(z.int()),
  frequency_of_watch: z.string().nullable(),
  fanatic_level: z.string().nullable(),
  preferred_format: z.string().nullable(),
  watched_animes: z.array(z.int()),
  favorite_studios: z.array(z.string()),
  favorite_genres: z.array(z.string()),
});
export type ProfileRecord = z.output<typeof profileRecordSchema>;
