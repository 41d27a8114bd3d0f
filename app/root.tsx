import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import { Outlet, useLocation, useRouteLoaderData, type LinksFunction, href } from "react-router";
import { SyncProgress } from "~/features/playback/progress/sync-progress";
import {
  i18nContext,
  lockedSessionContext,
  requestContext,
  servicesContext,
  visitorSettingsContext,
  siteContext,
} from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { getVisitorSettings } from "./http/viewer/get-visitor-settings.server";
import { keepTimeZone } from "./http/viewer/keep-time-zone.server";
import { cachedPlayableTitles } from "./pages/parts/present-cards.server";
import { showSettings } from "./pages/viewer/visitor-settings";
import { hasVisitorSettings } from "./http/viewer/visitor-settings-cookie.server";
import { serverI18n } from "./i18n/i18n.server";
import { DEFAULT_LOCALE } from "./i18n/locales";
import { negotiateLocale } from "./i18n/negotiate-locale.server";
import { recordRoute } from "~/observability/request-scope.server";
import { accentStyle } from "~/ui/theme/accent-style";
import { useOfflineCache } from "./frame/use-offline-cache";
import { useLocalSettings } from "./frame/local/use-local-settings";
import { Document } from "./frame/document";
import { Frame } from "./frame/frame";
import type { PageUser } from "./frame/page-user";
import type { Route } from "./+types/root";
import theme from "~/ui/theme/theme.css?url";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: theme },
  { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous", href: figtree },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/touch-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  {
    rel: "search",
    href: href("/opensearch.xml"),
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
  const session = await getSession(request, context).catch(() => null);
  const user: PageUser | null =
    viewer.user === null
      ? null
      : {
          id: viewer.user.id,
          name: viewer.user.name,
          avatarUrl: viewer.user.avatarUrl,
          isChild: viewer.user.isChild,
          askedTitles: viewer.user.askedTitles,
          isStaff: viewer.user.role !== "member",
          asksProfile: session?.asksProfile === true,
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
    settings: showSettings(settings),
    // Keeps the arithmetic out of the bundle.
    accentStyle: accentStyle(settings.accent),
    hasSettingsCookie: hasVisitorSettings(request.headers.get("cookie")),
    user,
    live:
      session === null ? null : { listVersion: session.listVersion, unread: session.unreadNotices },
    isLocked: context.get(lockedSessionContext) !== null,
    // Nothing to play is no reason for a link, except for those who can add something.
    hasLibrary:
      viewer.user?.role === "owner" ||
      (await cachedPlayableTitles(services, viewer).catch(() => new Map())).size > 0,
    i18n: { locale, url: messagesUrl },
    origin,
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <Document data={data}>
      <Frame data={data}>{children}</Frame>
    </Document>
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
    isListPage: useLocation().pathname === href("/list"),
  });
  useLocalSettings({ settings, hasSettingsCookie, isSignedIn: user !== null });
  return (
    <>
      <Outlet />
      <SyncProgress owner={user?.id ?? null} />
    </>
  );
}

export { RouteErrorPage as ErrorBoundary } from "./frame/error-page";
