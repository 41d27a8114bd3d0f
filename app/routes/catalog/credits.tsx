import { href, Link } from "react-router";
import { displayTitle } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import { getTitleCredits } from "~/features/credits/get-title-credits.server";
import { CastList } from "~/features/credits/view/cast-list";
import { ChoiceLinks } from "~/features/credits/view/choice-links";
import { creditsPath, withParameters } from "~/features/credits/view/credit-path";
import { StaffRoles } from "~/features/credits/view/staff-roles";
import { toCastRows, toStaffRoles } from "~/features/credits/view/credit-rows.server";
import { LanguageChoice } from "~/features/credits/view/language-choice";
import { getAnime } from "~/features/title/get-anime.server";
import { requestContext, servicesContext, visitorSettingsContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/frame/page-i18n";
import { requireCanonicalPath } from "~/http/pages/require-canonical-path.server";
import { withMergedRedirect } from "~/http/pages/merged-redirect.server";
import { useI18n } from "~/i18n/i18n-context";
import { Pagination } from "~/ui/paging/pagination";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/credits";
import { readCreditId } from "./read-credit-id";
import { readPageNumber } from "~/parsing/page-number";

const CHARACTERS_PER_PAGE = 60;

export const handle: PageHandle = { isShared: true };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const url = new URL(request.url);
  return withPageErrors(context, async () => {
    const id = readCreditId(params.id, "anime.notFound");
    const anime = await withMergedRedirect(
      db,
      { id, parentalControl },
      (into) => href("/credits/:id/:slug?", { id: String(into) }) + url.search,
      () => getAnime(db, { id, parentalControl }),
    );
    const path = creditsPath(anime);
    requireCanonicalPath(path, params, url);
    const page = readPageNumber(url.searchParams);
    const credits = await getTitleCredits(db, {
      id,
      language: url.searchParams.get("voices"),
      limit: CHARACTERS_PER_PAGE,
      offset: (page - 1) * CHARACTERS_PER_PAGE,
      keyStaff: false,
    });
    const shows = url.searchParams.get("show");
    return {
      path,
      titlePath: animePath(anime),
      title: displayTitle(anime, titleLanguage),
      show:
        shows === "staff" || credits.charactersTotal === 0
          ? ("staff" as const)
          : ("characters" as const),
      cast: toCastRows(credits.characters, titleLanguage),
      castTotal: credits.charactersTotal,
      languages: credits.languages,
      language: credits.language,
      staff: toStaffRoles(credits.staff, titleLanguage),
      staffTotal: credits.staffTotal,
      page,
      last: Math.max(1, Math.ceil(credits.charactersTotal / CHARACTERS_PER_PAGE)),
      canonical: context.get(requestContext).origin + path,
    };
  });
}

export default function CreditsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { path, title, titlePath, show, cast, languages, language, staff, page, last } = loaderData;
  return (
    <div className="page-column pt-8 md:pt-12">
      <p className="text-sm">
        <Link
          to={titlePath}
          lang={title.lang}
          className="inline-flex min-h-8 items-center text-ink-soft underline underline-offset-4 hover:text-accent-text"
        >
          {title.text}
        </Link>
      </p>
      <h1 className="mt-1 text-3xl max-md:text-2xl">{t("credits.heading")}</h1>
      <div className="mt-6 space-y-4">
        <ChoiceLinks
          label={t("credits.heading")}
          choices={[
            ...(loaderData.castTotal === 0
              ? []
              : [
                  {
                    key: "characters",
                    to: path,
                    text: t("credits.characters"),
                    isCurrent: show === "characters",
                  },
                ]),
            ...(loaderData.staffTotal === 0
              ? []
              : [
                  {
                    key: "staff",
                    to: withParameters(path, { show: "staff" }),
                    text: t("credits.staff"),
                    isCurrent: show === "staff",
                  },
                ]),
          ]}
        />
        {show === "staff" ? (
          staff.length === 0 ? (
            <p className="text-sm text-ink-soft">{t("credits.nothing")}</p>
          ) : (
            <StaffRoles roles={staff} />
          )
        ) : (
          <>
            <LanguageChoice
              languages={languages}
              language={language}
              to={(each) => withParameters(path, { voices: each })}
            />
            <CastList rows={cast} />
          </>
        )}
      </div>
      {show === "staff" ? null : (
        <Pagination
          current={page}
          last={last}
          pageHref={(number) =>
            withParameters(path, { voices: language, page: number === 1 ? null : number })
          }
        />
      )}
    </div>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  const { title, canonical } = loaderData;
  return [
    { title: t("site.pageTitle", { title: t("credits.pageTitle", { title: title.text }) }) },
    { tagName: "link", rel: "canonical", href: canonical },
  ];
}
