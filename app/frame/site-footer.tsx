import { useId, type CSSProperties } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Wordmark } from "~/ui/wordmark";
import { useSignInPath } from "./account-menu";
import { PageLinks } from "./page-links";
import type { SitePage, SitePages } from "./site-pages";

interface SiteFooterProps {
  pages: SitePages;
  current: string | null;
}

/**
 * Lists every page that navigation has somewhere, in one place. On a short page it stands at the
 * screen's end. Its height is known before its links are, or it would grow upwards where a browser
 * draws a part of the document.
 */
export function SiteFooter({ pages, current }: SiteFooterProps) {
  const { t } = useI18n();
  const signIn: SitePage = { to: useSignInPath(), name: t("site.signIn") };
  const account = pages.account.length > 0 ? pages.account : [signIn];
  // The first column is never the longest.
  const rows = Math.max(pages.discover.length, account.length);
  return (
    <footer
      style={{ "--rows": rows, "--rows-on-phones": pages.more.length } as CSSProperties}
      className="site-footer mt-8 border-t border-rule md:mt-20"
    >
      <div className="page-column flex flex-wrap justify-between gap-x-12 gap-y-2 py-6 md:gap-y-6 md:py-8">
        <p className="max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3">
          <Wordmark />
          <span className="text-sm text-ink-faint md:mt-2 md:block">{t("site.tagline")}</span>
        </p>
        <nav
          aria-label={t("site.map")}
          className="grid w-full grid-cols-2 gap-x-8 gap-y-6 md:grid-cols-4 lg:w-172"
        >
          {/* A phone has all but the last in the bar below and in the account's menu. */}
          <Column
            heading={t("site.mainNavigation")}
            pages={[...pages.main, ...pages.library, ...pages.list]}
            current={current}
            className="max-md:hidden"
          />
          <Column
            heading={t("site.discover")}
            pages={pages.discover}
            current={current}
            className="max-md:hidden"
          />
          <Column
            heading={t("site.accountMenu")}
            pages={account}
            current={current}
            className="max-md:hidden"
          />
          <Column heading={t("site.more")} pages={pages.more} current={current} />
        </nav>
      </div>
    </footer>
  );
}

interface ColumnProps {
  heading: string;
  pages: readonly SitePage[];
  current: string | null;
  className?: string;
}

function Column({ heading, pages, current, className }: ColumnProps) {
  const id = useId();
  return (
    <div className={className}>
      <p id={id} className="label-text text-ink-faint max-md:sr-only">
        {heading}
      </p>
      <ul aria-labelledby={id} className="md:mt-1">
        <PageLinks
          pages={pages}
          current={current}
          className="inline-flex min-h-11 min-w-6 items-center text-sm text-ink-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink md:min-h-8"
        />
      </ul>
    </div>
  );
}
