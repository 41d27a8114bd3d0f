import { escapeUTF8 } from "entities";
import type { Busy } from "~/errors/app-error";
import { negotiateLocale } from "~/i18n/negotiate-locale.server";
import { DEFAULT_LOCALE } from "~/i18n/locales";

export function busyPage(request: Request, error: Busy): Response {
  const locale = negotiateLocale(request.headers.get("accept-language")) ?? DEFAULT_LOCALE;
  const message = escapeUTF8(error.localize(locale));
  return new Response(
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>503</title><p>${message}</p></html>`,
    {
      status: 503,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "private, no-store",
        "retry-after": String(error.retryAfterSeconds),
      },
    },
  );
}
