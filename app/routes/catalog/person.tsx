import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import { isFavorite } from "~/features/credits/favorites.server";
import {
  filmographyChoices,
  filterFilmography,
  ROLE_KINDS,
} from "~/features/credits/filter-filmography";
import { getPerson } from "~/features/credits/get-person.server";
import { ChoiceLinks } from "~/features/credits/view/choice-links";
import { CreditHeading } from "~/features/credits/view/credit-heading";
import {
  creditLink,
  displayName,
  personPath,
  withParameters,
} from "~/features/credits/view/credit-path";
import { FavoriteForm } from "~/features/credits/view/favorite-form";
import { FilmographyList } from "~/features/credits/view/filmography-list";
import { listTitlesPage, readPage } from "~/features/credits/view/list-page.server";
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
import type { Route } from "./+types/person";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { titleLanguage, parentalControl, hides } = context.get(visitorSettingsContext);
  const url = new URL(request.url);
  return withPageErrors(context, async () => {
    const id = readCreditId(params.id, "person.notFound");
    const person = await getPerson(db, { id, parentalControl });
    const path = personPath(person);
    requireCanonicalPath(path, params, url);
    // The page works without a session.
    const user = (await getSession(request, context).catch(() => null))?.user ?? null;
    const choices = filmographyChoices(person.titles);
    const filter = {
      kind: ROLE_KINDS.find((kind) => kind === url.searchParams.get("role")) ?? null,
      language: choices.languages.find((each) => each === url.searchParams.get("language")) ?? null,
    };
    const titles = filterFilmography(person.titles, filter);
    const { rows, page, last } = await listTitlesPage(db, titles, {
      page: readPage(url.searchParams.get("page")),
      language: titleLanguage,
      parentalControl,
    });
    const name = displayName(person, titleLanguage);
    return {
      path,
      name,
      otherName: name.lang === "ja" ? person.name : person.name_japanese,
      image: person.image_url,
      total: person.titles.length,
      isFavorite:
        user === null ? null : await isFavorite(db, { userId: user.id, kind: "person", id }),
      choices,
      filter,
      rows: hideScores(hides, rows).map(({ title, card }) => ({
        card,
        year: title.year,
        role: null,
        characters: title.characters.map((character) => ({
          ...creditLink(character, "character", titleLanguage),
          role: character.role,
          language: character.language,
        })),
        staffRoles: title.roles,
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
  return handleCreditFavorite(request, context, { kind: "person", id: params.id });
}

export default function PersonPage({ loaderData }: Route.ComponentProps) {
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
        <FavoriteForm isFavorite={loaderData.isFavorite} path={path} />
      </CreditHeading>
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
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  const { name, canonical } = loaderData;
  return [
    { title: t("site.pageTitle", { title: name.text }) },
    { name: "description", content: t("credits.personDescription", { name: name.text }) },
    { tagName: "link", rel: "canonical", href: canonical },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
