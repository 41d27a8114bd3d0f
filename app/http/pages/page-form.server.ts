import type { z } from "zod";
import type { ReadSession } from "~/features/accounts/sessions.server";
import type { RequestScope } from "~/http/context";
import { withPageErrors } from "./page-errors.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { BODY_LIMIT_BYTES, parseInput, readBody } from "~/http/request/read-body.server";
import { requireSameOrigin } from "~/http/request/same-origin";

/**
 * Takes the form of a page from a signed-in person: refuses other sites, sends visitors to the sign-in, and reads the fields by their
 * schema. What the work returns is the answer; an expected failure becomes the page's error.
 */
export async function takePageForm<Schema extends z.ZodType, Result>(
  request: Request,
  scope: RequestScope,
  schema: Schema,
  work: (input: z.output<Schema>, session: ReadSession) => Promise<Result>,
  limit = BODY_LIMIT_BYTES,
): Promise<Result> {
  const session = await requirePageSession(request, scope);
  return withPageErrors(scope, async () => {
    requireSameOrigin(request, scope);
    const { value } = await readBody(request, limit);
    return work(parseInput(schema, value), session);
  });
}
