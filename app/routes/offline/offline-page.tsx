import { formatYearAndType } from "~/features/catalog/view/facts";
import type { OfflineTab } from "~/features/watch-list/offline-list.server";
import type { VisitorSettings } from "~/pages/viewer/visitor-settings";
import { useI18n } from "~/i18n/i18n-context";
import { Notice } from "~/ui/notice";
import { accentStyle } from "~/ui/theme/accent-style";
import { Wordmark } from "~/ui/wordmark";

interface OfflinePageProps {
  settings: Pick<VisitorSettings, "theme" | "accent">;
  list: readonly OfflineTab[] | null;
  assets: { styleSheet: string; fallbackFonts: string; icon: string };
  now: Date;
}

export function OfflinePage({ settings, list, assets, now }: OfflinePageProps) {
  const { t, locale } = useI18n();
  return (
    <html lang={locale} data-theme={settings.theme} style={accentStyle(settings.accent)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta
          name="color-scheme"
          content={settings.theme === "system" ? "dark light" : settings.theme}
        />
        <meta name="robots" content="noindex" />
        <title>{t("site.pageTitle", { title: t("offline.title") })}</title>
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.styleSheet} />
      </head>
      <body>
        <header className="border-b border-rule">
          <div className="page-column flex h-(--header-height) items-center">
            <a href="/">
              <Wordmark />
              <span className="sr-only">{t("site.homeLink")}</span>
            </a>
          </div>
        </header>
        <main className="page-column pb-16">
          <Notice level={1} glyph="圏外" title={t("offline.title")}>
            <p>{t("offline.description")}</p>
            <p>
              <a
                href=""
                className="inline-flex min-h-11 items-center rounded-md bg-accent px-4 text-sm font-semibold text-on-accent"
              >
                {t("offline.retry")}
              </a>
            </p>
          </Notice>
          {list === null ? null : <SavedList list={list} now={now} />}
        </main>
        {/* Here it keeps nothing above from being drawn. */}
        <link rel="stylesheet" href={assets.fallbackFonts} />
      </body>
    </html>
  );
}

function SavedList({ list, now }: { list: readonly OfflineTab[]; now: Date }) {
  const i18n = useI18n();
  const { t, formatDate, formatNumber } = i18n;
  return (
    <section aria-labelledby="saved-list">
      <h2 id="saved-list" className="text-2xl">
        {t("list.heading")}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {t("offline.savedOn", { day: formatDate(now, { dateStyle: "long", timeZone: "UTC" }) })}
      </p>
      {list.length === 0 ? <p className="mt-4">{t("offline.emptyList")}</p> : null}
      {list.map(({ tab, total, titles }) => (
        <section key={tab} aria-label={t(`listTab.${tab}`)} className="mt-8">
          <h3 className="flex items-baseline gap-2 border-b border-rule pb-2 text-lg">
            {t(`listTab.${tab}`)}
            <span className="text-sm font-normal text-ink-faint tabular-nums">
              {formatNumber(total)}
            </span>
          </h3>
          <ul className="gap-x-14 xl:columns-2">
            {titles.map(({ id, title, year, form }) => (
              <li
                key={id}
                className="flex break-inside-avoid flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-2.5"
              >
                <span lang={title.lang} className="text-sm font-semibold">
                  {title.text}
                </span>
                <span className="text-xs text-ink-faint">
                  {formatYearAndType(i18n, { year, type: form })}
                </span>
              </li>
            ))}
          </ul>
          {titles.length < total ? (
            <p className="mt-2 text-sm text-ink-soft">
              {t("offline.more", { count: total - titles.length })}
            </p>
          ) : null}
        </section>
      ))}
    </section>
  );
}
