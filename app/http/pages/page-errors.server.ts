import { data } from "react-router";
import { Invalid, LimitReached } from "~/errors/app-error";
import type { PageErrorData } from "~/frame/page-error-data";
import { i18nContext, responseHeadersContext, type RouterContext } from "~/http/context";
import { toAppError, STATUS_BY_CODE } from "~/http/response/error-response.server";
import { errorText } from "~/i18n/error-text.server";

/** Throws failures below 500 as React Router's error data. */
export async function withPageErrors<T>(
  context: RouterContext,
  work: () => Promise<T>,
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
    };
    throw data(body, { status: STATUS_BY_CODE[appError.code] });
  }
}
