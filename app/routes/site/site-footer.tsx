import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
import { useCachedContent } from "~/ui/markup-cache";
import { Wordmark } from "~/ui/wordmark";

const LINK = "inline-flex min-h-11 min-w-6 items-center text-sm text-ink-soft hover:text-ink";

export function SiteFooter() {
  return (
    <footer
      className="mt-20 border-t border-rule pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] md:pb-0"
      {...useCachedContent("footer", [], () => <FooterContent />)}
    />
  );
}

function FooterContent() {
  const { t } = useI18n();
  return (
    <div className="page-column flex flex-wrap items-center gap-x-8 gap-y-2 py-6">
      <p className="flex items-center gap-4">
        <Wordmark />
        <span className="text-sm text-ink-faint">{t("site.tagline")}</span>
      </p>
      <nav aria-label={t("site.moreNavigation")} className="flex flex-wrap gap-x-6 md:ml-auto">
        <Link to="/browse" className={LINK}>
          {t("site.browse")}
        </Link>
        <Link to="/schedule" className={LINK}>
          {t("site.schedule")}
        </Link>
        <Link to="/random" className={LINK}>
          {t("site.randomTitle")}
        </Link>
        <a href="/docs" className={LINK}>
          {t("site.api")}
        </a>
      </nav>
    </div>
  );
}
