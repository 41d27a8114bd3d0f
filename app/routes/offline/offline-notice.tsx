import { useLocation } from "react-router";
import { useWords } from "~/language/words-context";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** Takes the place of a page that could not be fetched because there is no network. */
export function OfflineNotice() {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  return (
    <div className="page-column">
      <title>{t("site.pageTitle", { title: t("offline.title") })}</title>
      <Notice level={1} glyph="圏外" title={t("offline.title")}>
        <p>{t("offline.words")}</p>
        <p>
          <ButtonLink to={pathname + search} reloadDocument>
            {t("offline.retry")}
          </ButtonLink>
        </p>
      </Notice>
    </div>
  );
}
