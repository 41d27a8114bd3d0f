import { redirect } from "react-router";
import { z } from "zod";
import type { RouterContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requirePageSession } from "~/http/session/page-session.server";

const favoriteSchema = z.object({ favorite: z.enum(["add", "remove"]) });

/** Adds or removes a favorite as the form says, and shows the same page again. */
export async function submitFavorite(
  request: Request,
  context: RouterContext,
  save: (userId: string, isAdded: boolean) => Promise<unknown>,
): Promise<Response> {
  const { user } = await requirePageSession(request, context);
  return withPageErrors(context, async () => {
    const { favorite } = parseInput(favoriteSchema, (await readBody(request)).value);
    await save(user.id, favorite === "add");
    const { pathname, search } = new URL(request.url);
    return redirect(pathname.replace(/\.data$/, "") + search, 303);
  });
}
