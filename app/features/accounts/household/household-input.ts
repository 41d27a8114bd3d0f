import { z } from "zod";
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

/** A locale of null follows the browser. Without a PIN, all of the household may switch to it. */
export const newProfileSchema = z.object({
  name: nameSchema,
  locale: localeSchema.nullish(),
  pin: pinSchema.nullish(),
});

/** What is left out stays; a PIN of null is removed. */
export const profileChangeSchema = newProfileSchema.partial();

/** The form of a profile, in which an empty PIN stays as it is. */
export const profileFormSchema = newProfileSchema
  .extend({ pin_remove: z.literal("yes").optional() })
  .transform(({ pin, pin_remove, ...rest }): z.output<typeof profileChangeSchema> => ({
    ...rest,
    pin: pin_remove === "yes" ? null : (pin ?? undefined),
  }));

export const profileKeySchema = z.object({ id: profileIdSchema });

export const profileSwitchSchema = profileKeySchema.extend({ pin: pinSchema.nullish() });

export type NewProfile = z.output<typeof newProfileSchema> & { avatarUrl?: string | null };
export type ProfileChange = z.output<typeof profileChangeSchema> & {
  avatarUrl?: string | null | undefined;
};
