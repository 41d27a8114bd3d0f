import { z } from "zod";

/** Longer than any address that browsers send, shorter than what would bloat a row. */
const LONGEST_ADDRESS = 2_048;

/** A path that the upload answers: a content identifier of IPFS (CIDv0 or v1) with an optional file name. */
const STORED_PATH = /^\/ipfs\/[A-Za-z0-9]{46,100}(?:\/[\w-][\w.-]{0,99})?$/;

/** The address of a picture: http or https without credentials, or the path of an uploaded one. */
export const imageAddressSchema = z
  .string("The picture is named by its address.")
  .trim()
  .min(1, "Name the picture's address.")
  .max(LONGEST_ADDRESS, `The picture's address may have at most ${LONGEST_ADDRESS} characters.`)
  .refine(
    (text) => STORED_PATH.test(text) || isWebAddress(text),
    "The picture's address must be an http or https URL, or the path that an upload answered.",
  );

function isWebAddress(text: string): boolean {
  // The parser drops tabs and line ends silently; an address that holds some is not what it seems.
  if (/[\p{Cc}\s]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === "" && url.password === "" && url.hostname !== "";
}
