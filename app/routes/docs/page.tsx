import { href } from "react-router";
import { useEffect, useRef, useState } from "react";
import { pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { noQuery } from "~/frame/canonical-query";
import { requestContext } from "~/http/context";
import { Guide } from "~/pages/docs/guide";
import { Section } from "~/ui/section";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/page";

export const handle: PageHandle = { canonicalQuery: noQuery };

const LINKS = [
  { href: "#guide", key: "docs.guide" },
  { href: "#reference", key: "docs.reference" },
  { href: href("/api/openapi.json"), key: "docs.machineReadable" },
] as const;

export function loader({ context }: Route.LoaderArgs) {
  return { origin: context.get(requestContext).origin };
}

export default function Docs({ loaderData }: Route.ComponentProps) {
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
      <p className="mt-2 flex flex-wrap gap-x-5">
        {LINKS.map(({ href, key }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 items-center text-accent-text hover:underline"
          >
            {t(key)}
          </a>
        ))}
      </p>
      <Guide origin={loaderData.origin} />
      <Section title={t("docs.reference")} anchor="reference">
        <noscript>
          <p>{t("docs.needsScripts")}</p>
        </noscript>
        {failed ? <p role="alert">{t("docs.failed")}</p> : null}
        <div ref={container} lang="en" className="api-description min-h-dvh pb-16" />
      </Section>
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
