import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { suggestTitles } from "~/features/listing/suggest/suggest-titles.server";
import { hideOnPage, readHide } from "~/pages/parts/hide-on-page.server";
import { findNamedMatches } from "~/pages/parts/named-matches.server";
import { withOwnStates } from "~/pages/parts/own-suggestions.server";
import type { Suggestion } from "~/features/listing/suggest/suggestion";
import { servicesContext, type RouterContext } from "~/http/context";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { listRecentSearches } from "~/pages/parts/list-recent-searches.server";
import type { Route } from "./+types/suggest";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

/** This many suggestions fit above a phone's keyboard. */
const MAX_SUGGESTIONS = 7;
const MAX_CREDITS = 3;
const MAX_CREDITS_OF_A_KIND = 2;
const MAX_TITLES_OF_A_PERSON = 3;

/** Lists suggestions; while the text is empty, the recent searches of a signed-in user. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const reader = new ParameterReader(new URL(request.url).searchParams);
    const text = reader.search(["q"]);
    reader.throwIfInvalid();
    return jsonResponse(
      text === null
        ? {
            data: [],
            recent: await listRecentSearches(
              context.get(servicesContext),
              await getPageViewer(request, context),
              null,
            ),
          }
        : { data: await suggest(request, context, text) },
    );
  });
}

/** Titles, then characters, people and studios. */
async function suggest(
  request: Request,
  context: RouterContext,
  text: string,
): Promise<Suggestion[]> {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { i18n, titleLanguage, parentalControl } = viewer;
  const { titles: hidden } = await hideOnPage(services, viewer, {
    surface: "suggestions",
    given: readHide(new URL(request.url).searchParams),
  });
  const [titles, credits] = await Promise.all([
    suggestTitles(services, { text, parentalControl, hidden, language: titleLanguage, i18n }),
    findNamedMatches(services, viewer, {
      text,
      perKind: MAX_CREDITS_OF_A_KIND,
      limit: MAX_CREDITS,
      titlesPerPerson: MAX_TITLES_OF_A_PERSON,
    }),
  ]);
  const shown = titles.slice(0, MAX_SUGGESTIONS - credits.length);
  return [
    ...(await withOwnStates(services, viewer, shown)),
    ...credits.map(({ name, ...credit }) => ({ ...credit, title: name })),
  ];
}
