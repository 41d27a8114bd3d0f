import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import { isFavorite } from "~/features/credits/favorites.server";
import { getCharacter } from "~/features/credits/get-character.server";
import { ChoiceLinks } from "~/features/credits/view/choice-links";
import { CreditHeading } from "~/features/credits/view/credit-heading";
import {
  characterPath,
  creditLink,
  displayName,
  withParameters,
} from "~/features/credits/view/credit-path";
import { FavoriteForm } from "~/features/credits/view/favorite-form";
import { FilmographyList } from "~/features/credits/view/filmography-list";
import { listTitlesPage, readPage } from "~/features/credits/view/list-page.server";
import { PortraitGrid } from "~/features/credits/view/portrait-grid";
import { requestContext, servicesContext } from "~/http/context";
import { getListStates } from "~/http/pages/get-list-states.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/http/pages/page-i18n";
import { requireCanonicalPath } from "~/http/pages/require-canonical-path.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { getSession } from "~/http/session/get-session.server";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { Pagination } from "~/ui/paging/pagination";
import { Section } from "~/ui/section";
import { handleCreditFavorite, readCreditId } from "./favorite-action.server";
import type { Route } from "./+types/character";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { titleLanguage, parentalControl, hides } = context.get(visitorSettingsContext);
  const url = new URL(request.url);
  return withPageErrors(context, async () => {
    const id = readCreditId(params.id, "character.notFound");
    const character = await getCharacter(db, { id, parentalControl });
    const path = characterPath(character);
    requireCanonicalPath(path, params, url);
    // The page works without a session.
    const user = (await getSession(request, context).catch(() => null))?.user ?? null;
    const languages = [...new Set(character.voice_actors.map(({ language }) => language))];
    const asked = url.searchParams.get("voices");
    const language = languages.find((each) => each === asked) ?? languages[0] ?? null;
    const { rows, page, last } = await listTitlesPage(db, character.titles, {
      page: readPage(url.searchParams.get("page")),
      language: titleLanguage,
      parentalControl,
    });
    const name = displayName(character, titleLanguage);
    return {
      path,
      name,
      otherName: name.lang === "ja" ? character.name : character.name_japanese,
      image: character.image_url,
      total: character.titles.length,
      isFavorite:
        user === null ? null : await isFavorite(db, { userId: user.id, kind: "character", id }),
      languages,
      language,
      actors: character.voice_actors
        .filter((actor) => actor.language === language)
        .map((actor) => ({
          ...creditLink(actor, "person", titleLanguage),
          titles: actor.titles.length,
        })),
      rows: hideScores(hides, rows).map(({ title, card }) => ({
        card,
        year: title.year,
        role: title.role,
        characters: [],
        staffRoles: [],
      })),
      page,
      last,
      listStates: await getListStates(
        request,
        context,
        rows.map(({ card }) => card),
      ),
      canonical: context.get(requestContext).origin + path,
    };
  });
}

export function action({ request, params, context }: Route.ActionArgs) {
  return handleCreditFavorite(request, context, { kind: "character", id: params.id });
}

export default function CharacterPage({ loaderData }: Route.ComponentProps) {
  const { t, label } = useI18n();
  const { path, total, languages, language, actors, rows, page, last } = loaderData;
  return (
    <div className="page-column pt-8 md:pt-12">
      <CreditHeading
        {...loaderData}
        kind={t("credits.character")}
        facts={t("count.titles", { count: total })}
      >
        <FavoriteForm isFavorite={loaderData.isFavorite} path={path} />
      </CreditHeading>
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
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  const { name, canonical } = loaderData;
  return [
    { title: t("site.pageTitle", { title: name.text }) },
    { name: "description", content: t("credits.characterDescription", { name: name.text }) },
    { tagName: "link", rel: "canonical", href: canonical },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
