import { data } from "react-router";
import { Invalid, LimitReached } from "~/errors/app-error";
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
    const body: PageErrorData = {
      message: appError.localize(i18n.locale),
      issues:
        appError instanceof Invalid
          ? appError.issues.map(({ path, message }) => ({
              path,
              message: errorText(message, i18n.locale),
            }))
          : [],
      withheld:
        appError instanceof AboveAgeLimit
          ? await readWithheld(context, appError.animeId)
          : undefined,
    };
    throw data(body, { status: STATUS_BY_CODE[appError.code] });
  }
}

/** Reads what a child or a visitor can do about a title that is withheld. */
async function readWithheld(
  context: RouterContext,
  animeId: number,
): Promise<WithheldTitle | undefined> {
  const session = await context.get(sessionContext);
  if (session === null) return { state: "visitor" };
  if (!session.user.isChild) return undefined;
  const { db } = context.get(servicesContext);
  return { animeId, state: await readAskedTitle(db, session.user.id, animeId) };
}
