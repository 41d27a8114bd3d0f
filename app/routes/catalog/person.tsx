import {
  filmographyChoices,
  filterFilmography,
  ROLE_KINDS,
} from "~/features/credits/filter-filmography";
import { getPerson, type Filmography } from "~/features/credits/get-person.server";
import { BiographySection } from "~/features/credits/view/biography-section";
import { ChoiceLinks } from "~/features/credits/view/choice-links";
import { CreditHeading } from "~/features/credits/view/credit-heading";
import { creditLink, withParameters } from "~/features/credits/view/credit-path";
import { FavoriteForm } from "~/features/credits/view/favorite-form";
import { FilmographyList } from "~/features/credits/view/filmography-list";
import { useI18n } from "~/i18n/i18n-context";
import { formAction } from "~/ui/forms/form-action";
import { Pagination } from "~/ui/paging/pagination";
import { Section } from "~/ui/section";
import { creditMeta } from "./credit-meta";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/person";
import { creditAction, creditLoader } from "./credit-route.server";

export const handle: PageHandle = { isShared: true };

export function loader(args: Route.LoaderArgs) {
  return creditLoader(args, {
    kind: "person",
    find: getPerson,
    show: ({ titles }, parameters, titleLanguage) => {
      const choices = filmographyChoices(titles);
      const filter = {
        kind: ROLE_KINDS.find((kind) => kind === parameters.get("role")) ?? null,
        language: choices.languages.find((each) => each === parameters.get("language")) ?? null,
      };
      return {
        titles: filterFilmography(titles, filter),
        describe: ({ characters, roles }: Filmography) => ({
          role: null,
          characters: characters.map((character) => ({
            ...creditLink(character, "character", titleLanguage),
            role: character.role,
            language: character.language,
          })),
          staffRoles: roles,
        }),
        data: { choices, filter },
      };
    },
  });
}

export function action({ request, params, context }: Route.ActionArgs) {
  return creditAction(request, context, { kind: "person", id: params.id });
}

export const clientAction = formAction<typeof action>();

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, label } = useI18n();
  const { path, total, choices, filter, rows, page, last } = loaderData;
  const to = (change: { role?: string | null; language?: string | null }) =>
    withParameters(path, { role: filter.kind, language: filter.language, ...change });
  return (
    <div className="page-column pt-8 md:pt-12">
      <CreditHeading
        {...loaderData}
        kind={t("credits.person")}
        facts={t("count.titles", { count: total })}
      >
        <FavoriteForm
          isFavorite={loaderData.isFavorite}
          path={path}
          failure={actionData?.failure}
        />
      </CreditHeading>
      <BiographySection biography={loaderData.biography} />
      <Section title={t("credits.filmography")}>
        <div className="space-y-3">
          {choices.kinds.length < 2 ? null : (
            <ChoiceLinks
              label={t("credits.roleKind")}
              choices={[null, ...choices.kinds].map((kind) => ({
                key: kind ?? "all",
                to: to({ role: kind }),
                text: t(kind === null ? "credits.allRoles" : `credits.kind.${kind}`),
                isCurrent: kind === filter.kind,
              }))}
            />
          )}
          {choices.languages.length < 2 ? null : (
            <ChoiceLinks
              label={t("credits.language")}
              choices={[null, ...choices.languages].map((language) => ({
                key: language ?? "all",
                to: to({ language }),
                text:
                  language === null ? t("credits.allLanguages") : label("spokenLanguage", language),
                isCurrent: language === filter.language,
              }))}
            />
          )}
        </div>
        {rows.length === 0 ? (
          <p className="mt-6 text-sm text-ink-soft">{t("credits.nothing")}</p>
        ) : (
          <FilmographyList rows={rows} listStates={loaderData.listStates} />
        )}
      </Section>
      <Pagination
        current={page}
        last={last}
        pageHref={(number) =>
          withParameters(path, {
            role: filter.kind,
            language: filter.language,
            page: number === 1 ? null : number,
          })
        }
      />
    </div>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return creditMeta(matches, loaderData, "credits.personDescription");
}
