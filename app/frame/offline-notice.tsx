import { useLocation } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

export function OfflineNotice() {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  return (
    <div className="page-column">
      <title>{t("site.pageTitle", { title: t("offline.title") })}</title>
      <Notice level={1} glyph="圏外" title={t("offline.title")}>
        <p>{t("offline.description")}</p>
        <p>
          <ButtonLink to={pathname + search} reloadDocument>
            {t("offline.retry")}
          </ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
