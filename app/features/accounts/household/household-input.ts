import { z } from "zod";
import { LIMIT_RATINGS, type LimitRating } from "~/features/catalog/parental-control";
import { zodMessage } from "~/i18n/error-message";
import { LOCALES } from "~/i18n/locales";
import { nameText } from "~/i18n/name-text";

const MAX_NAME_LENGTH = 64;
/** Digits of a PIN. */
const PIN = { min: 4, max: 8 };

const nameSchema = nameText({
  max: MAX_NAME_LENGTH,
  required: "profile.nameRequired",
  invalid: "profile.invalidName",
  tooLong: { key: "profile.nameTooLong", values: { max: MAX_NAME_LENGTH } },
});

const pinDigits = zodMessage({ key: "household.pin", values: PIN });

const pinSchema = z.string(pinDigits).regex(new RegExp(`^\\d{${PIN.min},${PIN.max}}$`), pinDigits);

const profileIdSchema = z.uuid(zodMessage("household.profileId"));

const localeSchema = z.enum(LOCALES, zodMessage("household.locale"));

const ratings = LIMIT_RATINGS.join(", ");
const ratingSchema = z.enum(
  LIMIT_RATINGS,
  zodMessage({ key: "household.maxRating", values: { ratings } }),
);

/** A locale of null follows the browser. Without a PIN, all of the household may switch to it. */
const profileFields = z.object({
  name: nameSchema,
  locale: localeSchema.nullish(),
  pin: pinSchema.nullish(),
  child: z.boolean(zodMessage("household.child")).nullish(),
  maxRating: ratingSchema.nullish(),
});

/** A rating; "child", which keeps the limit or sets the strictest one; or null for no limit. */
export type LimitChoice = LimitRating | "child" | null;

type LimitFields = Pick<z.output<typeof profileFields>, "child" | "maxRating">;

/** Reads the limit from its two fields. A profile with a rating is a child's. */
function withLimit<Fields extends LimitFields>(
  { child, maxRating, ...rest }: Fields,
  context: z.RefinementCtx,
) {
  const isLimited = typeof maxRating === "string";
  if (isLimited ? child === false : child === true && maxRating === null)
    context.addIssue({
      code: "custom",
      path: ["maxRating"],
      message: zodMessage("household.maxRatingOfChild"),
    });
  const isUnlimited = child === false || maxRating === null;
  const limit: LimitChoice | undefined = isLimited
    ? maxRating
    : child === true
      ? "child"
      : isUnlimited
        ? null
        : undefined;
  return { ...rest, limit };
}

export const newProfileSchema = profileFields.transform(withLimit);

/** What is left out stays; a PIN of null is removed. */
export const profileChangeSchema = profileFields.partial().transform(withLimit);

/** The form of a profile, in which an empty PIN stays as it is. */
export const profileFormSchema = profileFields
  .extend({ pin_remove: z.literal("yes").optional() })
  .transform(withLimit)
  .transform(({ pin, pin_remove, ...rest }): z.output<typeof profileChangeSchema> => ({
    ...rest,
    pin: pin_remove === "yes" ? null : (pin ?? undefined),
  }));

export const profileKeySchema = z.object({ id: profileIdSchema });

export const profileSwitchSchema = profileKeySchema.extend({ pin: pinSchema.nullish() });

/** The form with which an account joins a household. */
export const joinSchema = z.object({ pin: pinSchema.nullish() });

const MAX_COMPANIONS = 30;

/** The form that chooses who else watches: none, one or several ids. */
export const companionsSchema = z.object({
  profile: z
    .union([profileIdSchema.transform((id) => [id]), z.array(profileIdSchema).max(MAX_COMPANIONS)])
    .default([]),
});

export type NewProfile = z.output<typeof newProfileSchema> & { avatarUrl?: string | null };
export type ProfileChange = z.output<typeof profileChangeSchema> & {
  avatarUrl?: string | null | undefined;
};
