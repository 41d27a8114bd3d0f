import { useId } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Wordmark } from "~/ui/wordmark";
import { useSignInPath } from "./account-menu";
import { PageLinks } from "./page-links";
import type { SitePage, SitePages } from "./site-pages";

interface SiteFooterProps {
  pages: SitePages;
  current: string | null;
}

/** Lists every page that navigation has somewhere, in one place. */
export function SiteFooter({ pages, current }: SiteFooterProps) {
  const { t } = useI18n();
  const signIn: SitePage = { to: useSignInPath(), name: t("site.signIn") };
  const account = pages.account.length > 0 ? pages.account : [signIn];
  return (
    <footer className="mt-12 border-t border-rule pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] md:mt-20 md:pb-0">
      <div className="page-column flex flex-wrap justify-between gap-x-12 gap-y-6 py-8">
        <p>
          <Wordmark />
          <span className="mt-2 block text-sm text-ink-faint">{t("site.tagline")}</span>
        </p>
        <nav
          aria-label={t("site.map")}
          className="grid grow grid-cols-2 gap-x-8 gap-y-6 md:grow-0 md:grid-cols-4 md:gap-x-12"
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
      <p id={id} className="label-text text-ink-faint">
        {heading}
      </p>
      <ul aria-labelledby={id} className="mt-1">
        <PageLinks
          pages={pages}
          current={current}
          className="inline-flex min-h-11 min-w-6 items-center text-sm text-ink-soft hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink md:min-h-8"
        />
      </ul>
    </div>
  );
}
