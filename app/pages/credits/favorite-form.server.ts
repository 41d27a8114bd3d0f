import { redirect } from "react-router";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import type { CreditKind } from "~/features/credits/favorites.server";
import { servicesContext, type RouterContext, visitorSettingsContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { saveCreditFavorite } from "./save-credit-favorite.server";
import { requirePageSession } from "~/http/session/page-session.server";

const favoriteSchema = z.object({ favorite: z.enum(["add", "remove"]) });

/** Whether the form adds or removes; the response shows the same page again. */
export async function handleFavoriteForm(
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

export function handleCreditFavorite(
  request: Request,
  context: RouterContext,
  { kind, id: text }: { kind: CreditKind; id: string },
): Promise<Response> {
  const { db } = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  return handleFavoriteForm(request, context, (userId, isAdded) => {
    const id = readCreditId(text, `${kind}.notFound`);
    return saveCreditFavorite(db, { userId, kind, id, parentalControl }, isAdded);
  });
}

export function readCreditId(text: string, missing: ErrorMessage): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound(missing);
  return id;
}
