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
import { CarryProgress } from "~/features/playback/progress/carry-progress";
import { useFailedRequestAttribute } from "~/http/response/failed-request";
import { useNonce } from "~/http/response/nonce";
import { scopeContext } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { pageSettings } from "~/http/pages/settings/page-settings.server";
import {
  DEFAULT_VISITOR_SETTINGS,
  hasVisitorSettings,
  type Theme,
  visitorContext,
} from "~/http/pages/settings/visitor-settings";
import { serverWords } from "~/language/catalogs.server";
import { acceptedLocale, DEFAULT_LOCALE } from "~/language/locales";
import { usePageWords } from "~/language/use-page-words";
import { WordsProvider } from "~/language/words-context";
import { accentStyle } from "~/ui/theme/accent-style";
import { useHydrated } from "~/ui/use-hydrated";
import { OfflineNotice } from "~/routes/offline/offline-notice";
import { useOfflineCopy } from "~/routes/offline/use-offline-copy";
import { useLocalCopies } from "~/routes/site/local/use-local-copies";
import { BottomBar } from "~/routes/site/bottom-bar";
import { ErrorPage } from "~/routes/site/error-page";
import { OwnZone } from "~/routes/site/own-zone";
import { PageTags } from "~/routes/site/page-tags";
import { PageAnnouncer } from "~/routes/site/page-announcer";
import type { PageUser } from "~/routes/site/page-user";
import { SettingsPanel } from "~/routes/site/settings-panel";
import { SiteFooter } from "~/routes/site/site-footer";
import { SiteHeader } from "~/routes/site/site-header";
import { SkipLink } from "~/routes/site/skip-link";
import type { Route } from "./+types/root";
import "~/ui/theme/theme.css";

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

/** Reads what the person has chosen once for every route below. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const scope = context.get(scopeContext);
    const settings = await pageSettings(request, scope);
    context.set(visitorContext, settings);
    scope.words = serverWords(
      settings.locale ?? acceptedLocale(request.headers.get("accept-language")) ?? DEFAULT_LOCALE,
    );
    return next();
  },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  // A page without the person's corner is better than no page.
  const session = await currentSession(request, scope).catch(() => null);
  const user: PageUser | null =
    session === null
      ? null
      : { id: session.user.id, name: session.user.name, avatarUrl: session.user.avatarUrl };
  const { locale, url } = scope.words;
  return {
    settings: context.get(visitorContext),
    isRemembered: hasVisitorSettings(request.headers.get("cookie")),
    user,
    words: { locale, url },
    origin: scope.origin,
  };
}

/** The frame of every page, error pages included: language, theme and accent on the root element, header, page, footer. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const hydrated = useHydrated();
  const known = useRouteLoaderData<typeof loader>("root");
  const settings = known?.settings ?? DEFAULT_VISITOR_SETTINGS;
  const user = known?.user ?? null;
  const words = usePageWords(known?.words);
  return (
    <html
      lang={words.locale}
      data-theme={settings.theme}
      data-js={hydrated ? "" : undefined}
      data-failed-request={useFailedRequestAttribute()}
      style={accentStyle(settings.accent)}
    >
      <head>
        <meta charSet="utf-8" />
        <OwnZone />
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
          href={words.url}
          data-words={words.locale}
        />
        <WordsProvider value={words}>
          <PageTags origin={known?.origin ?? ""} />
        </WordsProvider>
        <Meta />
        <Links />
      </head>
      <body className="flex flex-col">
        <WordsProvider value={words}>
          <SkipLink />
          <PageAnnouncer />
          <SiteHeader user={user} />
          <main id="content" tabIndex={-1} className="grow outline-none">
            {children}
          </main>
          <SiteFooter />
          <BottomBar isSignedIn={user !== null} />
          <SettingsPanel settings={settings} isSignedIn={user !== null} />
        </WordsProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App({
  loaderData: { settings, isRemembered, user, words },
}: Route.ComponentProps) {
  const look = [
    words.url,
    settings.theme,
    settings.titleLanguage,
    settings.parentalControl,
    settings.accent,
  ].join(" ");
  useOfflineCopy({ person: user?.id ?? null, look, atList: useLocation().pathname === "/list" });
  useLocalCopies({ settings, isRemembered, isSignedIn: user !== null });
  return (
    <>
      <Outlet />
      <CarryProgress owner={user?.id ?? null} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // A navigation that never left the browser: a whole load of the page brings the copy that is kept for that.
  if (error instanceof TypeError && typeof navigator !== "undefined" && !navigator.onLine)
    return <OfflineNotice />;
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}

/** The colour of what surrounds the page on phones and in an installed window: that of the page. */
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
