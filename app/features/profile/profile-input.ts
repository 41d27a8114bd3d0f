import { z } from "zod";
import type { Reader } from "~/features/catalog/vocabulary";
import { readBirthday } from "./birthday";
import { imageAddressSchema } from "./image-address";
import {
  FANATIC_LEVELS,
  GENDERS,
  genreName,
  PREFERRED_FORMATS,
  readFanaticLevel,
  readGender,
  readPreferredFormat,
  readWatchFrequency,
  WATCH_FREQUENCIES,
} from "./profile-enumerations";

/** What PostgreSQL's integer holds; no catalog numbers its titles higher. */
const HIGHEST_ANIME_ID = 2_147_483_647;

const MOST_ANIMES = 5_000;
const MOST_NAMES = 500;

/** PostgreSQL's text cannot hold NUL. */
const line = (what: string, longest: number) =>
  z
    .string(`Enter ${what}.`)
    .trim()
    .regex(/^[^\0]*$/, `There is a character in ${what} that cannot be stored.`)
    .refine(
      (text) => [...text].length <= longest,
      `There may be at most ${longest} characters in ${what}.`,
    );

const displayName = line("your name", 64).refine(
  (text) => [...text].length >= 3,
  "The name needs at least 3 characters.",
);

function label<Member extends string>(labels: readonly Member[], read: Reader<Member>) {
  const message = `Choose one of ${labels.join(", ")}.`;
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
    "An anime is named by its number.",
  )
  .refine((id) => id >= 1 && id <= HIGHEST_ANIME_ID, "An anime is named by its number.");

/** A form writes a list as one text with commas. */
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
      .array(member, "Send a list.")
      .max(most, `The list may have at most ${most} parts.`)
      .transform((parts) => [...new Set(parts)]),
  );
}

const names = listOf(line("a name", 100).min(1, "A name cannot be empty."), MOST_NAMES);

const birthday = z.string("Enter a date as YYYY-MM-DD.").transform((text, context): string => {
  const date = readBirthday(text);
  if (date !== null) return date;
  context.addIssue({
    code: "custom",
    message: "Enter a real date as YYYY-MM-DD that is not in the future.",
  });
  return z.NEVER;
});

/** The request of specification 4.7. Null takes an optional value away; what is absent stays as it is. */
export const profileInputSchema = z.object({
  name: displayName,
  last_name: line("your last name", 100).min(1, "Enter your last name."),
  gender: label(GENDERS, readGender),
  birthday: birthday.nullish(),
  avatar: imageAddressSchema.nullish(),
  favorite_animes: listOf(animeId, MOST_ANIMES).optional(),
  favorite_genres: names.transform((parts) => [...new Set(parts.map(genreName))]).optional(),
  favorite_studios: names.optional(),
  frequency: label(WATCH_FREQUENCIES, readWatchFrequency).nullish(),
  frequency_of_watch: label(WATCH_FREQUENCIES, readWatchFrequency).nullish(),
  fanatic_level: label(FANATIC_LEVELS, readFanaticLevel).nullish(),
  preferred_format: label(PREFERRED_FORMATS, readPreferredFormat).nullish(),
  watched_animes: listOf(animeId, MOST_ANIMES).optional(),
});
export type ProfileInput = z.output<typeof profileInputSchema>;

/** The parts of a profile as the pages ask for them, one form each. */
export const aboutInputSchema = profileInputSchema.pick({
  name: true,
  last_name: true,
  gender: true,
  birthday: true,
});
export const tastesInputSchema = profileInputSchema.pick({
  favorite_animes: true,
  watched_animes: true,
  favorite_genres: true,
  favorite_studios: true,
  frequency_of_watch: true,
  fanatic_level: true,
  preferred_format: true,
});

/** Name and pictures alone: at least one of them. */
export const profileUpdateSchema = z
  .object({
    avatar: imageAddressSchema.nullish(),
    banner_image: imageAddressSchema.nullish(),
    name: displayName.optional(),
  })
  .refine(
    (input) => Object.values(input).some((value) => value !== undefined),
    "Send at least one of avatar, banner_image and name.",
  );
export type ProfileUpdate = z.output<typeof profileUpdateSchema>;

/** The request that saves an avatar: `{image}`, `{url}`, `{avatar}`, or the address itself as a JSON string. */
export const avatarInputSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? { image: value } : value),
    z.object({
      image: imageAddressSchema.optional(),
      url: imageAddressSchema.optional(),
      avatar: imageAddressSchema.optional(),
    }),
  )
  .transform((input, context): string => {
    const address = input.image ?? input.url ?? input.avatar;
    if (address !== undefined) return address;
    context.addIssue({
      code: "custom",
      path: ["image"],
      message: "Name the picture's address in image, url or avatar.",
    });
    return z.NEVER;
  });
