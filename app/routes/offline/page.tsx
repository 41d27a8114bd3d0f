import { renderToStaticMarkup } from "react-dom/server";
import { offlineList } from "~/features/watch-list/view/offline-list.server";
import { scopeContext } from "~/http/context";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { pagePolicy } from "~/http/response/security-headers";
import { currentSession } from "~/http/session/current-session.server";
import { WordsProvider } from "~/language/words-context";
import { OFFLINE_ASSETS } from "./assets.server";
import { OfflinePage } from "./offline-page";
import type { Route } from "./+types/page";

/**
 * `/offline`: what the browser keeps for times without a network. It stands alone, without the site's scripts: they would look for the page that
 * was asked for. With a session it holds My list and says whose it is.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const scope = context.get(scopeContext);
  const settings = context.get(visitorContext);
  const session = await currentSession(request, scope).catch(() => null);
  const options = { language: settings.titleLanguage, parentalControl: settings.parentalControl };
  const list =
    session === null ? null : await offlineList(scope.services.db, session.user.id, options);
  const page = renderToStaticMarkup(
    <WordsProvider value={scope.words}>
      <OfflinePage settings={settings} list={list} assets={OFFLINE_ASSETS} now={new Date()} />
    </WordsProvider>,
  );
  return new Response(`<!DOCTYPE html>${page}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy(scope.nonce),
      ...(session === null ? {} : { "x-akari-person": session.user.id }),
    },
  });
}
