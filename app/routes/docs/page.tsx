import { useEffect, useRef, useState } from "react";
import { pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { noQuery } from "~/frame/canonical-query";
import type { PageHandle } from "~/http/pages/page-handle";
import type { Route } from "./+types/page";

export const handle: PageHandle = { canonicalQuery: noQuery };

export default function Docs() {
  const { t } = useI18n();
  const container = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    import("./show-api.client")
      .then(async ({ showApi }) => {
        if (!left && container.current !== null && container.current.childElementCount === 0)
          await showApi(container.current);
      })
      .catch(() => setFailed(true));
    return () => {
      left = true;
    };
  }, []);
  return (
    <div className="page-column pt-8 md:pt-10">
      <h1 className="text-3xl font-bold max-md:text-2xl">{t("docs.title")}</h1>
      <p className="mt-3 max-w-prose text-ink-soft">{t("docs.description")}</p>
      <p className="mt-2">
        <a
          href="/api/openapi.json"
          className="inline-flex min-h-11 items-center text-accent-text hover:underline"
        >
          {t("docs.machineReadable")}
        </a>
      </p>
      <noscript>
        <p className="mt-4">{t("docs.needsScripts")}</p>
      </noscript>
      {failed ? (
        <p role="alert" className="mt-4">
          {t("docs.failed")}
        </p>
      ) : null}
      <div ref={container} lang="en" className="api-description mt-4 min-h-dvh pb-16" />
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  return [
    { title: t("site.pageTitle", { title: t("docs.title") }) },
    { name: "description", content: t("docs.description") },
  ];
}
