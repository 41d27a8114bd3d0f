import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { suggestTitles } from "~/features/listing/suggest/suggest-titles.server";
import { i18nContext, servicesContext } from "~/http/context";
import { hideOnPage } from "~/http/pages/hide-on-page.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { Route } from "./+types/suggest";

export async function loader({ request, context }: Route.LoaderArgs) {
  const i18n = context.get(i18nContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  return withErrorResponse(context, async () => {
    const reader = new ParameterReader(new URL(request.url).searchParams);
    const text = reader.search(["q"]);
    reader.throwIfInvalid();
    const { titles } = await hideOnPage(request, context, "suggestions");
    return jsonResponse({
      data:
        text === null
          ? []
          : await suggestTitles(context.get(servicesContext), {
              text,
              parentalControl,
              hidden: titles,
              language: titleLanguage,
              i18n,
            }),
    });
  });
}
