import { NotFound } from "~/errors/app-error";
import { setFavoriteTitle } from "~/features/profile/favorite-titles.server";
import { isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { changeList } from "~/features/watch-list/tracking/change-list.server";
import { EDIT_PARAMETER } from "~/features/watch-list/view/entry-editor-path";
import { isEditForm } from "~/features/watch-list/view/entry-form";
import { listFormSchema, type ListForm } from "~/features/watch-list/view/list-form";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { getPageTracker } from "./get-tracker.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Session } from "~/features/accounts/sessions.server";
import { handlePageChange } from "~/http/pages/page-change.server";
import type { I18n } from "~/i18n/i18n";
import type { PageChange } from "~/ui/changes/page-change";
import { withQuery } from "~/ui/with-query";
import type { Database } from "~db/client.server";

/** Notes are sent twice, with up to twelve bytes per character. */
const LIMITS = { text: 512 * 1024 };

interface ListFormOptions {
  /** Lists what a bulk change of all titles of the page is about, where the page has that. */
  listAll?: (session: Session) => Promise<readonly number[]>;
}

export function submitListForm(
  request: Request,
  context: RouterContext,
  { listAll }: ListFormOptions = {},
) {
  const { db } = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  return handlePageChange(
    request,
    context,
    listFormSchema,
    async (form, session) => {
      const { user } = session;
      if (form.intent === "favorite") return changeFavorite(db, user, form, i18n);
      const isOfAll = form.intent === "bulk" && form.all !== undefined && listAll !== undefined;
      return changeList(
        db,
        getPageTracker(request, context, user),
        isOfAll ? { ...form, animeIds: [...(await listAll(session))] } : form,
        { i18n, scale: user.preferences.scoreScale },
      );
    },
    {
      showsFieldErrors: (form) => typeof form === "object" && form !== null && isEditForm(form),
      returnTo: toPagePath,
      limits: LIMITS,
    },
  );
}

/** Undone by the same form with the other choice. */
async function changeFavorite(
  db: Database,
  { id, preferences: { parentalControl } }: SessionUser,
  { animeId, favorite }: Extract<ListForm, { intent: "favorite" }>,
  { t }: I18n,
): Promise<PageChange> {
  if (!isPossibleAnimeId(animeId)) throw new NotFound("anime.notFound");
  const isAdded = favorite === "add";
  const name = await setFavoriteTitle(db, id, { animeId, isAdded, parentalControl });
  const undo = { intent: "favorite", animeId: String(animeId) };
  return {
    message: t(isAdded ? "favorite.added" : "favorite.removed", {
      title: name ?? t("list.hiddenTitle"),
    }),
    undo: { ...undo, favorite: isAdded ? "remove" : "add" },
  };
}

/** Removes the editor and React Router's `index`. */
function toPagePath({ pathname, searchParams }: URL): string {
  const parameters = new URLSearchParams(searchParams);
  parameters.delete(EDIT_PARAMETER);
  parameters.delete("index");
  return withQuery(pathname, parameters);
}
