import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { nameText } from "~/i18n/name-text";
import { MAX_BROWSE_URL_LENGTH, MAX_SEARCH_NAME_LENGTH } from "./saved-search-limits";

const name = nameText({
  max: MAX_SEARCH_NAME_LENGTH,
  required: "savedSearch.nameRequired",
  invalid: "profile.invalidName",
  tooLong: { key: "profile.nameTooLong", values: { max: MAX_SEARCH_NAME_LENGTH } },
});
const url = z
  .string(zodMessage("savedSearch.url"))
  .max(
    MAX_BROWSE_URL_LENGTH,
    zodMessage({ key: "field.maxLength", values: { field: "url", max: MAX_BROWSE_URL_LENGTH } }),
  );
/** New searches come after the last one, which leaves room below the database's largest integer. */
const MAX_POSITION = 1_000_000_000;
const id = z.uuid(zodMessage("savedSearch.notFound"));
/** Ids of titles, as many as a followed search may have seen. */
const known = z
  .string()
  .max(50_000)
  .transform((text) => text.split(" ").map(Number))
  .optional();
/** A checkbox of a form. */
const checked = z.literal("on").optional();

export const savedSearchFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("save"), name, url, pinned: checked, followed: checked }),
    z.object({
      ...{ intent: z.literal("restore"), id, name, url, pinned: checked, followed: checked },
      position: z.coerce.number().pipe(z.int().min(1).max(MAX_POSITION)),
      known,
    }),
    /** It is named by its filters. */
    z.object({ intent: z.literal("follow-url"), url }),
    z.object({ intent: z.literal("rename"), id, name }),
    z.object({
      intent: z.enum(["pin", "unpin", "follow", "unfollow", "up", "down", "seen", "delete"]),
      id,
    }),
  ],
  zodMessage("profile.unknownForm"),
);
export type SavedSearchForm = z.output<typeof savedSearchFormSchema>;
