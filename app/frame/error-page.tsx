import { Search } from "lucide-react";
import { Form, isRouteErrorResponse } from "react-router";
import type { PageErrorData } from "~/http/pages/page-errors.server";
import { useFailedRequestId } from "./failed-request";
import { useI18n } from "~/i18n/i18n-context";
import { Button, buttonClass, ButtonLink } from "~/ui/button";
import { TextInput } from "~/ui/forms/text-input";
import { Notice } from "~/ui/notice";

interface ErrorPageProps {
  status: number;
  message?: string;
}

/** Shows errors of routes that use `withPageErrors`; rethrows others to the root. */
export function RouteErrorPage({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) throw error;
  return <ErrorPage status={error.status} message={(error.data as PageErrorData).message} />;
}

export function ErrorPage({ status, message }: ErrorPageProps) {
  const { t } = useI18n();
  const { glyph, key } = describeStatus(status);
  const requestId = useFailedRequestId();
  const title = t(key);
  return (
    <div className="page-column">
      <title>{t("site.pageTitle", { title })}</title>
      <meta name="robots" content="noindex" />
      <Notice level={1} glyph={glyph} title={title}>
        <p>{message ?? t(`${key}.description`)}</p>
        {status < 500 ? (
          <Form
            action="/browse"
            role="search"
            aria-label={t("failure.searchForm")}
            className="flex gap-2"
          >
            <TextInput
              type="search"
              name="search_query"
              maxLength={256}
              aria-label={t("failure.searchField")}
              placeholder={t("failure.searchHint")}
            />
            <Button type="submit" weight="primary" className="shrink-0">
              <Search aria-hidden className="size-4" />
              {t("failure.search")}
            </Button>
          </Form>
        ) : null}
        {status < 500 || requestId === null ? null : (
          <p className="text-sm break-words text-ink-faint">
            {t("failure.request", { id: requestId })}
          </p>
        )}
        <p className="flex flex-wrap gap-2">
          {status < 500 ? null : (
            <a href="" className={buttonClass("primary")}>
              {t("site.tryAgain")}
            </a>
          )}
          <ButtonLink to="/">{t("site.home")}</ButtonLink>
          <ButtonLink to="/browse">{t("failure.browse")}</ButtonLink>
        </p>
      </Notice>
    </div>
  );
}

function describeStatus(status: number) {
  if (status === 404) return { glyph: "迷子", key: "failure.404" } as const;
  if (status === 400) return { glyph: "不明", key: "failure.400" } as const;
  if (status === 403) return { glyph: "秘密", key: "failure.403" } as const;
  if (status === 503) return { glyph: "準備", key: "failure.503" } as const;
  return { glyph: "故障", key: "failure.500" } as const;
}
