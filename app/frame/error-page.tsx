import { Form, isRouteErrorResponse, useRouteError, href } from "react-router";
import { OfflineNotice } from "./offline-notice";
import { useFailedRequest } from "./failed-request";
import { useI18n } from "~/i18n/i18n-context";
import { Button, buttonClass, ButtonLink } from "~/ui/button";
import { TextInput } from "~/ui/forms/text-input";
import { Notice } from "~/ui/notice";
import type { PageErrorData, WithheldTitle } from "./page-error-data";
import { icon } from "~/ui/icons";
import { lazyPart } from "~/ui/lazy-part";

const AskForTitle = lazyPart(async () => (await import("./later/ask-for-title")).AskForTitle);

interface ErrorPageProps {
  status: number;
  message?: string | undefined;
  withheld?: WithheldTitle | undefined;
}

/** Shows the error of a route, with the message of `withPageErrors` where there is one. */
export function RouteErrorPage() {
  const error = useRouteError();
  // A full load gets the service worker's page.
  if (error instanceof TypeError && typeof navigator !== "undefined" && !navigator.onLine)
    return <OfflineNotice />;
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />;
  const { message, withheld } = error.data as PageErrorData;
  return <ErrorPage status={error.status} message={message} withheld={withheld} />;
}

export function ErrorPage({ withheld, ...error }: ErrorPageProps) {
  return withheld === undefined ? <Failure {...error} /> : <AskForTitle {...withheld} />;
}

function Failure({ status, message }: ErrorPageProps) {
  const { t } = useI18n();
  const described = isDescribed(status) ? status : 500;
  const failed = useFailedRequest();
  const kind = status >= 500 && failed?.isDiskFull === true ? "diskFull" : described;
  const title = t(`failure.${kind}`);
  return (
    <div className="page-column">
      <title>{t("site.pageTitle", { title })}</title>
      <meta name="robots" content="noindex" />
      <Notice level={1} glyph={GLYPHS[described]} title={title}>
        <p>{message ?? t(`failure.${kind}.description`)}</p>
        {status < 500 ? (
          <Form
            action={href("/browse")}
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
              {icon("search")}
              {t("failure.search")}
            </Button>
          </Form>
        ) : null}
        {status < 500 || failed === null ? null : (
          <p className="text-sm break-words text-ink-faint">
            {t("failure.request", { id: failed.id })}
          </p>
        )}
        <p className="flex flex-wrap gap-2">
          {status < 500 ? null : (
            <a href="" className={buttonClass("primary")}>
              {t("site.tryAgain")}
            </a>
          )}
          <ButtonLink to="/">{t("site.home")}</ButtonLink>
          <ButtonLink to={href("/browse")}>{t("failure.browse")}</ButtonLink>
        </p>
      </Notice>
    </div>
  );
}

const GLYPHS = { 400: "不明", 403: "秘密", 404: "迷子", 500: "故障", 503: "準備" } as const;

function isDescribed(status: number): status is keyof typeof GLYPHS {
  return status in GLYPHS;
}
