import { getCharacter, type Character } from "~/features/credits/get-character.server";
import { BiographySection } from "~/features/credits/view/biography-section";
import { ChoiceLinks } from "~/features/credits/view/choice-links";
import { CreditHeading } from "~/features/credits/view/credit-heading";
import { creditLink, withParameters } from "~/features/credits/view/credit-path";
import { FavoriteForm } from "~/features/credits/view/favorite-form";
import { FilmographyList } from "~/features/credits/view/filmography-list";
import { PortraitGrid } from "~/features/credits/view/portrait-grid";
import { useI18n } from "~/i18n/i18n-context";
import { formAction } from "~/ui/forms/form-action";
import { Pagination } from "~/ui/paging/pagination";
import { Section } from "~/ui/section";
import { creditMeta } from "./credit-meta";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/character";
import { creditAction, creditLoader } from "./credit-route.server";

export const handle: PageHandle = { isShared: true };

export function loader(args: Route.LoaderArgs) {
  return creditLoader(args, {
    kind: "character",
    find: getCharacter,
    show: ({ titles, voice_actors: actors }, parameters, titleLanguage) => {
      const languages = [...new Set(actors.map(({ language }) => language))];
      const asked = parameters.get("voices");
      const language = languages.find((each) => each === asked) ?? languages[0] ?? null;
      return {
        titles,
        describe: ({ role }: Character["titles"][number]) => ({
          role,
          characters: [],
          staffRoles: [],
        }),
        data: {
          languages,
          language,
          actors: actors
            .filter((actor) => actor.language === language)
            .map((actor) => ({
              ...creditLink(actor, "person", titleLanguage),
              titles: actor.titles.length,
            })),
        },
      };
    },
  });
}

export function action({ request, params, context }: Route.ActionArgs) {
  return creditAction(request, context, { kind: "character", id: params.id });
}

export const clientAction = formAction<typeof action>();

export default function CharacterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, label } = useI18n();
  const { path, total, languages, language, actors, rows, page, last } = loaderData;
  return (
    <div className="page-column pt-8 md:pt-12">
      <CreditHeading
        {...loaderData}
        kind={t("credits.character")}
        facts={t("count.titles", { count: total })}
      >
        <FavoriteForm
          isFavorite={loaderData.isFavorite}
          path={path}
          failure={actionData?.failure}
        />
      </CreditHeading>
      <BiographySection biography={loaderData.biography} />
      {actors.length === 0 ? null : (
        <Section title={t("credits.voices")}>
          <div className="space-y-4">
            <ChoiceLinks
              label={t("credits.language")}
              choices={languages.map((each) => ({
                key: each,
                to: withParameters(path, { voices: each }),
                text: label("spokenLanguage", each),
                isCurrent: each === language,
              }))}
            />
            <PortraitGrid
              links={actors.map((actor) => ({
                ...actor,
                line: t("count.titles", { count: actor.titles }),
              }))}
            />
          </div>
        </Section>
      )}
      <Section title={t("credits.appearances")}>
        <FilmographyList rows={rows} listStates={loaderData.listStates} />
      </Section>
      <Pagination
        current={page}
        last={last}
        pageHref={(number) =>
          withParameters(path, {
            voices: language === languages[0] ? null : language,
            page: number === 1 ? null : number,
          })
        }
      />
    </div>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return creditMeta(matches, loaderData, "credits.characterDescription");
}
