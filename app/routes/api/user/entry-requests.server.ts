import { href } from "react-router";
import { z } from "zod";
import { watchListEntrySchema } from "~/features/watch-list/entry";
import { getEntry } from "~/features/watch-list/list-entries.server";
import { FLAG_FIELDS } from "~/features/watch-list/tracking/entry-fields";
import { documentedFieldShape } from "~/features/watch-list/tracking/entry-fields.server";
import { EDITED_FIELDS } from "~/features/watch-list/tracking/track-input";
import { requestContext, servicesContext } from "~/http/context";
import type { SessionInput } from "~/http/api/with-session";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import type { Body } from "~/http/request/read-body.server";
import { withEntryImage } from "./entry-image";
import { envelope, afterListForm } from "~/routes/api/responses.server";

/** The fields of an entry that requests may set. */
export const fieldsBody = {
  ...documentedFieldShape,
  episodesSeen: z.int().min(0).nullable().optional(),
};

/** The responses with one entry. */
export const entryResponse = {
  200: {
    description:
      "The entry; null when parental control hides the title, or when nothing put it on the list.",
    schema: envelope(watchListEntrySchema.nullable()),
  },
  302: afterListForm,
};

/** Room for 500 titles with long notes. */
export const ENTRY_BODY_LIMITS = { text: 256 * 1024 };

const FLAGS: readonly string[] = [...FLAG_FIELDS, "seen", "remove"];
/** How fields of forms about entries are read. */
export const FORM_KINDS = {
  booleans: FLAGS,
  optional: EDITED_FIELDS.filter((name) => !FLAGS.includes(name)),
};

/** Responds with the entry, or leads a form back. */
export async function respondWithEntry(
  { context, session }: Pick<SessionInput, "context" | "session">,
  id: number,
  body: Body,
): Promise<Response> {
  if (body.isForm) return formRedirect(body, href("/list"));
  const { db } = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  const entry = await getEntry(db, session.user.id, id, session.user.preferences);
  return jsonResponse({
    success: true,
    data: entry === null ? null : withEntryImage(entry, origin),
  });
}
