import { data } from "react-router";
import { Forbidden, Invalid, LimitReached } from "~/errors/app-error";
import { readAskedTitle } from "~/features/accounts/household/list-child-titles.server";
import { AboveAgeLimit } from "~/features/catalog/visibility.server";
import type { PageErrorData, WithheldTitle } from "~/frame/page-error-data";
import {
  i18nContext,
  responseHeadersContext,
  servicesContext,
  sessionContext,
  type RouterContext,
} from "~/http/context";
import { toAppError, STATUS_BY_CODE } from "~/http/response/error-response.server";
import { errorText } from "~/i18n/error-text.server";

/** Throws failures below 500 as React Router's error data. */
export async function withPageErrors<T>(
  context: RouterContext,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const appError = toAppError(error);
    if (appError === null || STATUS_BY_CODE[appError.code] >= 500) throw error;
    if (appError instanceof LimitReached)
      context.get(responseHeadersContext)["retry-after"] = String(appError.retryAfterSeconds);
    const i18n = context.get(i18nContext);
    const session =
      appError instanceof AboveAgeLimit ? await context.get(sessionContext) : undefined;
    const isOfVisitor = session === null;
    const shown = isOfVisitor ? new Forbidden("anime.aboveVisitorLimit") : appError;
    const body: PageErrorData = {
      message: shown.localize(i18n.locale),
      issues:
        appError instanceof Invalid
          ? appError.issues.map(({ path, message }) => ({
              path,
              message: errorText(message, i18n.locale),
            }))
          : [],
      withheld:
        appError instanceof AboveAgeLimit && session?.user.isChild === true
          ? await readWithheld(context, session.user.id, appError.animeId)
          : undefined,
      ...(isOfVisitor ? { offersSignIn: true } : {}),
    };
    throw data(body, { status: STATUS_BY_CODE[appError.code] });
  }
}

/** Reads what a child can do about a title that is withheld. */
async function readWithheld(
  context: RouterContext,
  childId: string,
  animeId: number,
): Promise<WithheldTitle> {
  const { db } = context.get(servicesContext);
  return { animeId, state: await readAskedTitle(db, childId, animeId) };
}
