import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import { suggestTitles } from "~/features/catalog/view/search/suggest-titles.server";
import { scopeContext } from "~/http/context";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { privateJson } from "~/http/response/json-response.server";
import { resourceAnswer } from "~/http/response/resource-answer.server";
import type { Route } from "./+types/suggest";

/** What the search box offers: like the API's suggestions, in the reader's own title language and under their own parental control. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  return resourceAnswer(scope, async () => {
    const reader = new ParameterReader(new URL(request.url).searchParams);
    const text = reader.search(["q"]);
    reader.finish();
    return privateJson({
      data:
        text === null
          ? []
          : await suggestTitles(scope.services, {
              text,
              parentalControl,
              language: titleLanguage,
              words: scope.words,
            }),
    });
  });
}
