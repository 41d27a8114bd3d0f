import { zodMessage, type ErrorMessage } from "~/i18n/error-message";
import { nameText, visibleLength } from "~/i18n/name-text";
import { optionalText } from "~/i18n/plain-text";
import { z } from "zod";
import type { ChoiceParser } from "~/features/catalog/parse-vocabulary";
import { parseBirthday } from "./birthday";
import { imageUrlSchema } from "./image-url";
import {
  FANATIC_LEVELS,
  GENDERS,
  genreName,
  PREFERRED_FORMATS,
  parseFanaticLevel,
  parseGender,
  parsePreferredFormat,
  parseWatchFrequency,
  WATCH_FREQUENCIES,
} from "./profile-enumerations";
import { MAX_ANIMES, MAX_BIO_LENGTH, MAX_NAMES } from "./profile-limits";

const MAX_ANIME_ID = 2_147_483_647;

const profileName = (max: number, required: ErrorMessage = "profile.nameRequired", min = 1) =>
  nameText({
    min,
    max,
    required,
    invalid: "profile.invalidName",
    tooShort: { key: "profile.nameTooShort", values: { min } },
    tooLong: { key: "profile.nameTooLong", values: { max } },
  });

const displayName = profileName(64, "profile.nameRequired", 3);

function label<Member extends string>(
  field: string,
  labels: readonly Member[],
  read: ChoiceParser<Member>,
) {
  const message = zodMessage({
    key: "field.choice",
    values: { field, choices: labels.join(", ") },
  });
  return z.string(message).transform((text, context): Member => {
    const found = read(text);
    if (found !== null) return found;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

const animeId = z
  .union(
    [
      z.int(),
      z
        .string()
        .trim()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    zodMessage("anime.invalidId"),
  )
  .refine((id) => id >= 1 && id <= MAX_ANIME_ID, zodMessage("anime.invalidId"));

function listOf<Member extends z.ZodType>(member: Member, most: number) {
  return z.preprocess(
    (value) =>
      typeof value === "string"
        ? value
            .split(",")
            .map((part) => part.trim())
            .filter((part) => part !== "")
        : value,
    z
      .array(member)
      .max(most)
      .transform((parts) => [...new Set(parts)]),
  );
}

const names = listOf(profileName(100), MAX_NAMES);

const birthday = z
  .string(zodMessage("profile.birthdayFormat"))
  .transform((text, context): string => {
    const date = parseBirthday(text);
    if (date !== null) return date;
    context.addIssue({
      code: "custom",
      message: zodMessage("profile.birthdayRange"),
    });
    return z.NEVER;
  });

const LINE_BREAK = /\r\n?/g;
const BLANK_LINES = /\n\s*\n/g;

/** Forms send CRLF for a line break. */
const bio = z.preprocess(
  (value) => (typeof value === "string" ? value.replace(LINE_BREAK, "\n") : value),
  optionalText("bio", MAX_BIO_LENGTH).transform((value) =>
    value === null || visibleLength(value) === 0 ? null : value.replace(BLANK_LINES, "\n\n"),
  ),
);

/** Specification 4.7. Null removes an optional value; absent fields stay unchanged. */
export const profileInputSchema = z.object({
  name: displayName,
  last_name: profileName(100, "profile.lastNameRequired"),
  gender: label("gender", GENDERS, parseGender),
  birthday: birthday.nullish(),
  bio: bio.nullish(),
  avatar: imageUrlSchema.nullish(),
  favorite_animes: listOf(animeId, MAX_ANIMES).optional(),
  favorite_genres: names.transform((parts) => [...new Set(parts.map(genreName))]).optional(),
  favorite_studios: names.optional(),
  frequency: label("frequency", WATCH_FREQUENCIES, parseWatchFrequency).nullish(),
  frequency_of_watch: label("frequency_of_watch", WATCH_FREQUENCIES, parseWatchFrequency).nullish(),
  fanatic_level: label("fanatic_level", FANATIC_LEVELS, parseFanaticLevel).nullish(),
  preferred_format: label("preferred_format", PREFERRED_FORMATS, parsePreferredFormat).nullish(),
  watched_animes: listOf(animeId, MAX_ANIMES).optional(),
});
type ProfileInput = z.output<typeof profileInputSchema>;

/** What pages ask for: less than the API has to (specification 4.7). */
export const aboutInputSchema = profileInputSchema
  .pick({ name: true, birthday: true, bio: true })
  .extend({
    last_name: profileInputSchema.shape.last_name.nullable(),
    gender: profileInputSchema.shape.gender.nullable(),
  });
type AboutInput = z.output<typeof aboutInputSchema>;

/** Absent fields stay unchanged. */
export type ProfileChange = Partial<Omit<ProfileInput, keyof AboutInput> & AboutInput>;

export const tastesInputSchema = profileInputSchema.pick({
  favorite_animes: true,
  watched_animes: true,
  favorite_genres: true,
  favorite_studios: true,
  frequency_of_watch: true,
  fanatic_level: true,
  preferred_format: true,
});
export type TastesInput = z.output<typeof tastesInputSchema>;

export const profileUpdateSchema = z
  .object({
    avatar: imageUrlSchema.nullish(),
    banner_image: imageUrlSchema.nullish(),
    name: displayName.optional(),
  })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    zodMessage({ key: "field.atLeastOne", values: { fields: "avatar, banner_image, name" } }),
  );
export type ProfileUpdate = z.output<typeof profileUpdateSchema>;

export const avatarInputSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? { image: value } : value),
    z.object({
      image: imageUrlSchema.optional(),
      url: imageUrlSchema.optional(),
      avatar: imageUrlSchema.optional(),
    }),
  )
  .transform((input, context): string => {
    const address = input.image ?? input.url ?? input.avatar;
    if (address !== undefined) return address;
    context.addIssue({
      code: "custom",
      path: ["image"],
      message: zodMessage({ key: "field.atLeastOne", values: { fields: "image, url, avatar" } }),
    });
    return z.NEVER;
  });
