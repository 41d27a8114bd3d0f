import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
  type LinksFunction,
} from "react-router";
import { SITE_NAME } from "~/features/site/site-choices";
import { SyncProgress } from "~/features/playback/progress/sync-progress";
import { useFailedRequestAttribute } from "./frame/failed-request";
import { useNonce } from "./frame/nonce";
import { i18nContext, requestContext, servicesContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { getVisitorSettings } from "./pages/viewer/get-visitor-settings.server";
import { keepTimeZone } from "./pages/viewer/keep-time-zone.server";
import { userZone } from "./pages/viewer/user-zone.server";
import { cachedPlayableTitles } from "./pages/parts/present-cards.server";
import { dayOf } from "~/features/watch-list/tracking/change-entries.server";
import { hasVisitorSettings } from "./pages/viewer/visitor-settings-cookie.server";
import {
  DEFAULT_VISITOR_SETTINGS,
  type Theme,
  visitorSettingsContext,
} from "./pages/viewer/visitor-settings";
import { serverI18n } from "./i18n/i18n.server";
import { DEFAULT_LOCALE } from "./i18n/locales";
import { negotiateLocale } from "./i18n/negotiate-locale.server";
import { usePageI18n } from "./i18n/use-page-i18n";
import { I18nProvider } from "./i18n/i18n-context";
import { recordRoute } from "~/observability/request-scope.server";
import { accentStyle } from "~/ui/theme/accent-style";
import { useHydrated } from "~/ui/use-hydrated";
import { OfflineNotice } from "./frame/offline-notice";
import { useOfflineCache } from "./frame/use-offline-cache";
import { useLocalSettings } from "./frame/local/use-local-settings";
import { BottomBar } from "./frame/bottom-bar";
import { ErrorPage } from "./frame/error-page";
import { FailedImagesScript } from "./frame/failed-images-script";
import { TimeZoneScript } from "./frame/time-zone-script";
import { PageTags } from "./frame/page-tags";
import { PageAnnouncer } from "./frame/page-announcer";
import type { PageUser } from "./frame/page-user";
import { SettingsPanel } from "./frame/settings-panel";
import { SiteFooter } from "./frame/site-footer";
import { SiteHeader } from "./frame/site-header";
import { currentPath, sitePages, type SitePages } from "./frame/site-pages";
import { SiteNotices } from "./frame/site-notices";
import { SkipLink } from "./frame/skip-link";
import type { Route } from "./+types/root";
import "~/ui/theme/theme.css";
import fallbackFonts from "~/ui/theme/fallback-fonts.css?url";
import { siteContext } from "~/services/contexts";
import { getPageViewer } from "~/pages/viewer/page-viewer.server";

export const links: LinksFunction = () => [
  ...[figtree, bricolage].map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    href,
  })),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/touch-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  {
    rel: "search",
    href: "/opensearch.xml",
    type: "application/opensearchdescription+xml",
    title: "Akari",
  },
];

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, pattern }, next) => {
    recordRoute(pattern);
    const settings = await getVisitorSettings(request, context);
    const site = await context.get(siteContext).siteSettings.readCached();
    const isUndecided =
      !hasVisitorSettings(request.headers.get("cookie")) &&
      (await getSession(request, context).catch(() => null)) === null;
    context.set(
      visitorSettingsContext,
      isUndecided ? { ...settings, theme: site.defaultTheme } : settings,
    );
    const locale =
      settings.locale ??
      site.defaultLocale ??
      negotiateLocale(request.headers.get("accept-language")) ??
      DEFAULT_LOCALE;
    context.set(i18nContext, serverI18n(locale));
    return next();
  },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { origin } = context.get(requestContext);
  const services = context.get(servicesContext);
  // The page works without the account menu.
  const viewer = await getPageViewer(request, context);
  const user: PageUser | null =
    viewer.user === null
      ? null
      : {
          id: viewer.user.id,
          name: viewer.user.name,
          avatarUrl: viewer.user.avatarUrl,
          isStaff: viewer.user.role !== "member",
          year: Number(dayOf(new Date(), userZone(request, viewer.user)).slice(0, 4)),
        };
  if (viewer.user !== null)
    await keepTimeZone(services.db, viewer.user, request.headers.get("cookie"));
  const { locale, messagesUrl } = viewer.i18n;
  const site = await context.get(siteContext).siteSettings.readCached();
  const settings = context.get(visitorSettingsContext);
  return {
    site: {
      name: site.name,
      announcement: site.announcement,
      welcome: user === null ? site.welcome : "",
    },
    settings,
    // Keeps the arithmetic out of the bundle.
    accentStyle: accentStyle(settings.accent),
    hasSettingsCookie: hasVisitorSettings(request.headers.get("cookie")),
    user,
    // Nothing to play is no reason for a link, except for those who can add something.
    hasLibrary:
      viewer.user?.role === "owner" ||
      (await cachedPlayableTitles(services, viewer).catch(() => new Map())).size > 0,
    i18n: { locale, url: messagesUrl },
    origin,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const hydrated = useHydrated();
  const rootData = useRouteLoaderData<typeof loader>("root");
  const settings = rootData?.settings ?? DEFAULT_VISITOR_SETTINGS;
  const user = rootData?.user ?? null;
  const i18n = usePageI18n(rootData?.i18n);
  const pages = sitePages(i18n, { user, hasLibrary: rootData?.hasLibrary ?? false });
  const current = currentPath(
    useLocation().pathname,
    Object.values(pages).flatMap((group: SitePages["main"]) => group.map(({ to }) => to)),
  );
  return (
    <html
      lang={i18n.locale}
      data-theme={settings.theme}
      data-js={hydrated ? "" : undefined}
      data-failed-request={useFailedRequestAttribute()}
      style={rootData?.accentStyle}
    >
      <head>
        <meta charSet="utf-8" />
        <TimeZoneScript />
        <FailedImagesScript />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {themeColors(settings.theme)}
        <meta
          name="color-scheme"
          content={settings.theme === "system" ? "dark light" : settings.theme}
        />
        <link
          rel="preload"
          as="fetch"
          crossOrigin="anonymous"
          href={i18n.messagesUrl}
          data-messages={i18n.locale}
        />
        <I18nProvider value={i18n}>
          <PageTags origin={rootData?.origin ?? ""} siteName={rootData?.site.name ?? SITE_NAME} />
        </I18nProvider>
        <Meta />
        <Links />
      </head>
      <body className="flex flex-col">
        <I18nProvider value={i18n}>
          <SkipLink />
          <PageAnnouncer />
          <SiteHeader user={user} pages={pages} current={current} />
          <main id="content" tabIndex={-1} className="grow outline-none">
            <SiteNotices site={rootData?.site} />
            {children}
          </main>
          <SiteFooter pages={pages} current={current} />
          <BottomBar pages={pages} current={current} />
          <SettingsPanel settings={settings} isSignedIn={user !== null} />
        </I18nProvider>
        {/* Here it keeps nothing above from being drawn. */}
        <link rel="stylesheet" href={fallbackFonts} />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App({
  loaderData: { settings, hasSettingsCookie, user, i18n },
}: Route.ComponentProps) {
  const appearance = [
    i18n.url,
    settings.theme,
    settings.titleLanguage,
    settings.parentalControl,
    settings.accent,
  ].join(" ");
  useOfflineCache({
    userId: user?.id ?? null,
    appearance,
    isListPage: useLocation().pathname === "/list",
  });
  useLocalSettings({ settings, hasSettingsCookie, isSignedIn: user !== null });
  return (
    <>
      <Outlet />
      <SyncProgress owner={user?.id ?? null} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // A full load gets the service worker's page.
  if (error instanceof TypeError && typeof navigator !== "undefined" && !navigator.onLine)
    return <OfflineNotice />;
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}

function themeColors(theme: Theme) {
  const light = (
    <meta
      name="theme-color"
      content="#fbfaf7"
      media={theme === "system" ? "(prefers-color-scheme: light)" : undefined}
    />
  );
  const dark = (
    <meta
      name="theme-color"
      content="#0f1116"
      media={theme === "system" ? "(prefers-color-scheme: dark)" : undefined}
    />
  );
  if (theme === "light") return light;
  return theme === "dark" ? (
    dark
  ) : (
    <>
      {dark}
      {light}
    </>
  );
}
