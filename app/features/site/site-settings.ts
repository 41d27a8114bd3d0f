import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { LOCALES } from "~/i18n/locales";
import { SITE_DOWNLOADS, SITE_NAME, SITE_SIGN_UPS, SITE_THEMES } from "./site-choices";

const MAX_NAME = 40;
const MAX_WELCOME = 1_000;
const MAX_ANNOUNCEMENT = 300;

const text = (field: string, max: number) =>
  z
    .string(zodMessage({ key: "field.required", values: { field } }))
    .trim()
    .max(max, zodMessage({ key: "field.maxLength", values: { field, max } }))
    .regex(/^[^\0]*$/, zodMessage({ key: "field.noNul", values: { field } }));

const choice = <const Values extends readonly string[]>(field: string, values: Values) =>
  z.enum(
    values as unknown as Readonly<Record<string, Values[number]>>,
    zodMessage({ key: "field.choice", values: { field, choices: values.join(", ") } }),
  );

/** Parses an operator's settings. Null defers to the environment, or to each visitor. */
export const siteSettingsSchema = z.object({
  name: text("name", MAX_NAME).transform((name) => (name === "" ? SITE_NAME : name)),
  signUps: choice("signUps", SITE_SIGN_UPS).nullable(),
  defaultLocale: choice("defaultLocale", LOCALES).nullable(),
  defaultTheme: choice("defaultTheme", SITE_THEMES),
  downloads: choice("downloads", SITE_DOWNLOADS),
  welcome: text("welcome", MAX_WELCOME),
  announcement: text("announcement", MAX_ANNOUNCEMENT),
});

export type SiteSettings = z.output<typeof siteSettingsSchema>;

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  name: SITE_NAME,
  signUps: null,
  defaultLocale: null,
  defaultTheme: "dark",
  downloads: "off",
  welcome: "",
  announcement: "",
};
