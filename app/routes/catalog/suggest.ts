import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import { suggestTitles } from "~/features/catalog/view/search/suggest-titles.server";
import { scopeContext } from "~/http/context";
import { visitorContext } from "~/http/pages/visitor-settings";
import { errorResponse, logError } from "~/http/response/error-response.server";
import { privateJson } from "~/http/response/json-response.server";
import type { Route } from "./+types/suggest";

/** What the search box offers: like the API's suggestions, in the reader's own title language and under their own parental control. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, requestId, words } = context.get(scopeContext);
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  try {
    const reader = new ParameterReader(new URL(request.url).searchParams);
    const text = reader.search(["q"]);
    reader.finish();
    return privateJson({ data: text === null ? [] : await suggestTitles(services, { text, parentalControl, language: titleLanguage, words }) });
  } catch (error) {
    logError(services.log, error, { requestId });
    return errorResponse(error);
  }
}
