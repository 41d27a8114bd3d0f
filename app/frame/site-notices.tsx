import { useLocation } from "react-router";
import { useI18n } from "~/i18n/i18n-context";

export function SiteNotices({
  site,
}: {
  site: { announcement: string; welcome: string } | undefined;
}) {
  const { t } = useI18n();
  const isHome = useLocation().pathname === "/";
  const announcement = site?.announcement ?? "";
  const welcome = isHome ? (site?.welcome ?? "") : "";
  return (
    <>
      {announcement === "" ? null : (
        <aside aria-label={t("site.announcement")} className="border-b border-rule bg-raised">
          <p className="page-column break-words whitespace-pre-line py-3 text-sm">{announcement}</p>
        </aside>
      )}
      {welcome === "" ? null : (
        <aside aria-label={t("site.welcome")} className="page-column pt-6">
          <p className="max-w-prose whitespace-pre-line break-words text-ink-soft">{welcome}</p>
        </aside>
      )}
    </>
  );
}
