import { zodMessage } from "~/i18n/error-message";
import { parseUrl } from "~/parsing/parse-url";
import { z } from "zod";

const MAX_URL_LENGTH = 2_048;

/** An IPFS CID (v0 or v1) with an optional file name. */
const STORED_PATH = /^\/ipfs\/[A-Za-z0-9]{46,100}(?:\/[\w-][\w.-]{0,99})?$/;

export const imageUrlSchema = z
  .string(zodMessage("image.urlRequired"))
  .trim()
  .min(1, zodMessage("image.urlRequired"))
  .max(MAX_URL_LENGTH, zodMessage({ key: "image.urlTooLong", values: { max: MAX_URL_LENGTH } }))
  .refine((text) => STORED_PATH.test(text) || isHttpUrl(text), zodMessage("image.urlInvalid"));

function isHttpUrl(text: string): boolean {
  // `new URL()` drops tabs and line breaks silently.
  if (/[\p{Cc}\s]/u.test(text) || !/^https?:\/\//i.test(text)) return false;
  const url = parseUrl(text);
  return url?.username === "" && url.password === "" && url.hostname !== "";
}
