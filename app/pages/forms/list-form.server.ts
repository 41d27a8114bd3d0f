import { changeList } from "./change-list.server";
import { EDIT_PARAMETER } from "~/features/watch-list/view/entry-editor-path";
import { isEditForm } from "~/features/watch-list/view/entry-form";
import { listFormSchema } from "~/features/watch-list/view/list-form";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { getPageTracker } from "./get-tracker.server";
import { handlePageChange } from "~/http/pages/page-change.server";

/** Notes are sent twice, with up to twelve bytes per character. */
const LIMITS = { text: 512 * 1024 };

export function handleListForm(request: Request, context: RouterContext) {
  const { db } = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  return handlePageChange(
    request,
    context,
    listFormSchema,
    (form, { user }) =>
      changeList(db, getPageTracker(request, user), form, {
        i18n,
        scale: user.preferences.scoreScale,
      }),
    {
      showsFieldErrors: (form) => typeof form === "object" && form !== null && isEditForm(form),
      returnTo: toPagePath,
      limits: LIMITS,
    },
  );
}

/** Without the editor and React Router's `index`. */
function toPagePath({ pathname, searchParams }: URL): string {
  const parameters = new URLSearchParams(searchParams);
  parameters.delete(EDIT_PARAMETER);
  parameters.delete("index");
  return parameters.size === 0 ? pathname : `${pathname}?${parameters.toString()}`;
}
