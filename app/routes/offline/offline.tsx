import { renderToStaticMarkup } from "react-dom/server";
import { offlineList } from "~/features/watch-list/offline-list.server";
import { i18nContext, nonceContext, servicesContext, visitorSettingsContext } from "~/http/context";
import { pageHeaders } from "~/http/response/security-headers";
import { getSession } from "~/http/session/get-session.server";
import { I18nProvider } from "~/i18n/i18n-context";
import { OFFLINE_ASSETS } from "./assets.server";
import { OfflinePage } from "./offline-page";
import type { Route } from "./+types/offline";

/**
 * The page that the service worker caches. Without scripts, as they would load the requested page.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { db } = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  const nonce = context.get(nonceContext);
  const settings = context.get(visitorSettingsContext);
  const session = await getSession(request, context).catch(() => null);
  const options = { language: settings.titleLanguage, parentalControl: settings.parentalControl };
  // A device that asks who is watching could not ask without a network.
  const owner = session === null || session.asksProfile ? null : session.user.id;
  const list = owner === null ? null : await offlineList(db, owner, options);
  const page = renderToStaticMarkup(
    <I18nProvider value={i18n}>
      <OfflinePage settings={settings} list={list} assets={OFFLINE_ASSETS} now={new Date()} />
    </I18nProvider>,
  );
  return new Response(`<!DOCTYPE html>${page}`, {
    headers: {
      ...pageHeaders(nonce),
      ...(owner === null ? {} : { "x-akari-user": owner }),
    },
  });
}
