import type { ReactNode } from "react";
import { Links, Meta, Scripts, ScrollRestoration } from "react-router";
import { SITE_NAME } from "~/features/site/site-choices";
import { I18nProvider } from "~/i18n/i18n-context";
import { usePageI18n } from "~/i18n/use-page-i18n";
import { DEFAULT_VISITOR_SETTINGS, type Theme } from "~/pages/viewer/visitor-settings";
import { useHydrated } from "~/ui/use-hydrated";
import { FallbackFonts } from "./fallback-fonts";
import { useFailedRequestAttributes } from "./failed-request";
import type { FrameData } from "./frame-data";
import { HeadScript } from "./head-script";
import { useNonce } from "./nonce";
import { PageTags } from "./page-tags";

interface DocumentProps {
  data: FrameData | undefined;
  children: ReactNode;
}

/** The document of every page, with its tags, styles and scripts. */
export function Document({ data, children }: DocumentProps) {
  const { theme } = data?.settings ?? DEFAULT_VISITOR_SETTINGS;
  const i18n = usePageI18n(data?.i18n);
  const nonce = useNonce();
  const hydrated = useHydrated();
  return (
    <html
      lang={i18n.locale}
      data-theme={theme}
      data-js={hydrated ? "" : undefined}
      {...useFailedRequestAttributes()}
      style={data?.accentStyle}
    >
      <head>
        <meta charSet="utf-8" />
        <HeadScript user={data?.user ?? null} isLocked={data?.isLocked ?? false} />
        <FallbackFonts />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeColors theme={theme} />
        <meta name="color-scheme" content={theme === "system" ? "dark light" : theme} />
        <link
          rel="preload"
          as="fetch"
          crossOrigin="anonymous"
          // Hydration alone waits for it.
          fetchPriority="low"
          href={i18n.messagesUrl}
          data-messages={i18n.locale}
        />
        <I18nProvider value={i18n}>
          <PageTags origin={data?.origin ?? ""} siteName={data?.site.name ?? SITE_NAME} />
        </I18nProvider>
        <Meta />
        <Links />
      </head>
      <body className="flex flex-col">
        <I18nProvider value={i18n}>{children}</I18nProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** The colour of the browser's own bar, of each scheme that the theme may have. */
function ThemeColors({ theme }: { theme: Theme }) {
  const mediaOf = (scheme: string) =>
    theme === "system" ? `(prefers-color-scheme: ${scheme})` : undefined;
  return (
    <>
      {theme === "light" ? null : (
        <meta name="theme-color" content="#0f1116" media={mediaOf("dark")} />
      )}
      {theme === "dark" ? null : (
        <meta name="theme-color" content="#fbfaf7" media={mediaOf("light")} />
      )}
    </>
  );
}
