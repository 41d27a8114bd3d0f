import Negotiator from "negotiator";
import { parseLocale, type Locale } from "./locales";

/** Browsers send less than this; the rest is ignored. */
const MAX_HEADER_LENGTH = 1_000;

/** Chooses by `Accept-Language` (RFC 9110 section 12.5.4); `es-MX` matches `es`. */
export function negotiateLocale(header: string | null): Locale | null {
  const accepted = new Negotiator({
    headers: { "accept-language": (header ?? "").slice(0, MAX_HEADER_LENGTH) },
  }).languages();
  const locales = accepted.map((tag) => parseLocale(tag.split("-")[0]?.toLowerCase()));
  return locales.find((locale) => locale !== null) ?? null;
}
