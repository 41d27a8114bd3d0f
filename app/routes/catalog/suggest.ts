import { studioPath } from "~/features/catalog/view/anime-path";
import { creditLink } from "~/features/credits/view/credit-path";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { suggestTitles } from "~/features/listing/suggest/suggest-titles.server";
import { hideOnPage } from "~/http/pages/hide-on-page.server";
import type { CreditSuggestion, Suggestion } from "~/features/listing/suggest/suggestion";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { jsonResponse } from "~/http/response/json-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { suggestAllCredits } from "~/http/suggest-credits.server";
import type { Route } from "./+types/suggest";

/** As many as fit above a phone's keyboard. */
const MAX_SUGGESTIONS = 7;
const MAX_CREDITS = 3;
const MAX_CREDITS_OF_A_KIND = 2;

export async function loader({ request, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const reader = new ParameterReader(new URL(request.url).searchParams);
    const text = reader.search(["q"]);
    reader.throwIfInvalid();
    return jsonResponse({ data: text === null ? [] : await suggest(request, context, text) });
  });
}

/** Titles, then characters, people and studios. */
async function suggest(
  request: Request,
  context: RouterContext,
  text: string,
): Promise<Suggestion[]> {
  const i18n = context.get(i18nContext);
  const services = context.get(servicesContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { titles: hidden } = await hideOnPage(request, context, "suggestions");
  const [titles, credits] = await Promise.all([
    suggestTitles(services, { text, parentalControl, hidden, language: titleLanguage, i18n }),
    listCredits(context, text),
  ]);
  return [...titles.slice(0, MAX_SUGGESTIONS - credits.length), ...credits];
}

async function listCredits(context: RouterContext, text: string): Promise<CreditSuggestion[]> {
  const { t } = context.get(i18nContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { people, characters, studios } = await suggestAllCredits(context.get(servicesContext), {
    text,
    parentalControl,
    limit: MAX_CREDITS_OF_A_KIND,
  });
  const toSuggestion = (
    kind: "character" | "person",
    named: Parameters<typeof creditLink>[0],
    line: string,
  ): CreditSuggestion => {
    const { path, name, image } = creditLink(named, kind, titleLanguage);
    return { kind, path, title: name, line, image };
  };
  const lists = [
    characters.map((character) =>
      toSuggestion(
        "character",
        character,
        [t("credits.character"), character.title].filter((part) => part !== null).join(" · "),
      ),
    ),
    people.map((person) => toSuggestion("person", person, t("credits.person"))),
    studios.map((name): CreditSuggestion => ({
      kind: "studio",
      path: studioPath(name),
      title: { text: name, lang: undefined },
      line: t("credits.studio"),
      image: null,
    })),
  ];
  // The first of each kind before the second of any.
  return [0, 1]
    .flatMap((rank) => lists.flatMap((list) => list.slice(rank, rank + 1)))
    .slice(0, MAX_CREDITS);
}
