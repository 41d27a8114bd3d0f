import { data, Form, href, Link, redirect } from "react-router";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { cachedStudios } from "~/pages/parts/cached-catalog.server";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { setFlashMessage } from "~/features/accounts/sessions.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { SkipLink } from "~/features/accounts/view/skip-link";
import { tastesInputSchema } from "~/features/profile/profile-input";
import { getPageTracker } from "~/http/forms/get-tracker.server";
import {
  loadTasteChoices,
  type TasteChoices,
  toAnimeChoice,
  toGenreChoice,
} from "~/pages/profile/taste-choices.server";
import { TastesFields } from "~/features/profile/view/tastes-fields";
import type { AnimeChoice, FoundAnimes } from "~/features/profile/view/tastes-form";
import {
  chosenAnimes,
  findAnimes,
  tastesValue,
  getSubmittedSearch,
} from "~/pages/profile/read-tastes.server";
import {
  i18nContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
} from "~/http/context";
import { refillForm, withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import { networkFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import type { Database } from "~db/client.server";
import { withReturnTo } from "~/ui/with-return-to";
import { saveTastes } from "~/pages/profile/save-tastes.server";
import { getVisibleProfile } from "~/pages/profile/visible-profile.server";
import type { Route } from "./+types/sign-up-tastes";
import { cacheKind } from "~/caching/kind-caches";
import type { PageHandle } from "~/frame/page-handle";

const SUGGESTED_STUDIOS = 120;

const TASTE_CHOICES = cacheKind<TasteChoices>("taste-choices");

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { parentalControl, titleLanguage } = context.get(visitorSettingsContext);
  const { user } = await context.get(signedInContext);
  const profile = await getVisibleProfile(services, user.id, parentalControl);
  const [studios, choices] = await Promise.all([
    cachedStudios(services, parentalControl),
    services.caches.get(TASTE_CHOICES, String(parentalControl), () =>
      loadTasteChoices(services, { parentalControl }),
    ),
  ]);
  const parameters = new URL(request.url).searchParams;
  return {
    profile,
    genres: choices.genres.map((genre) => toGenreChoice(genre, titleLanguage)),
    studios: choices.studios,
    studioNames: studios.slice(0, SUGGESTED_STUDIOS).map(({ name }) => name),
    suggested: choices.titles.map(({ mal_id }) => mal_id),
    animes: [
      ...choices.titles.map((title) => toAnimeChoice(title, titleLanguage)),
      ...(await findChoices(
        services.db,
        [...profile.favorite_animes, ...profile.watched_animes],
        parentalControl,
        titleLanguage,
      )),
    ],
    returnTo: safeRedirectPath(parameters.get("returnTo")),
    isEdit: parameters.has("edit"),
  };
}

/** Saves the tastes, or renders search results. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  const { parentalControl, titleLanguage } = context.get(visitorSettingsContext);
  const { user, idHash } = await context.get(signedInContext);
  const body = await withPageErrors(context, () => readBody(request));
  const fields = { ...(body.value as Record<string, unknown>) };
  const listChoices = (ids: readonly number[]) =>
    findChoices(services.db, ids, parentalControl, titleLanguage);
  const search = getSubmittedSearch(fields);
  if (search !== null) {
    const found: FoundAnimes = {
      ...search,
      ids: await findAnimes(services, search.text, parentalControl),
    };
    return {
      failure: refillForm(body.value),
      found,
      animes: await listChoices([...chosenAnimes(fields), ...found.ids]),
    };
  }
  const result = await withFormFailure(body, context, async () => {
    const tastes = parseInput(tastesInputSchema, tastesValue(fields));
    const parameters = new URL(request.url).searchParams;
    const isEdit = parameters.has("edit");
    const tracker = getPageTracker(request, context, user);
    await saveTastes(services, isEdit ? tracker : { ...tracker, via: "sign-up" }, tastes);
    services.jobs.wake();
    if (isEdit) return redirect(href("/profile"));
    const returnTo = safeRedirectPath(parameters.get("returnTo"));
    if (returnTo === "/")
      await setFlashMessage(services.db, idHash, {
        path: "/",
        message: i18n.t("tastes.saved"),
        undo: null,
      });
    return redirect(returnTo);
  });
  return result instanceof Response
    ? result
    : data(
        { ...result.data, found: null, animes: await listChoices(chosenAnimes(fields)) },
        result.init ?? undefined,
      );
}

async function findChoices(
  db: Database,
  ids: readonly number[],
  parentalControl: ParentalControl,
  language: TitleLanguage,
): Promise<AnimeChoice[]> {
  const titles = await getAnimesById(db, [...new Set(ids)], { parentalControl });
  return [...titles.values()].map((anime) => toAnimeChoice(anime, language));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withNetworkFallback(serverAction, (words) => ({
    ...networkFailure(words),
    found: null,
    animes: [],
  }));
}

export default function SignUpTastes({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { profile, genres, studios, studioNames, suggested, animes, returnTo, isEdit } = loaderData;
  const failure = actionData?.failure;
  return (
    <AccountFrame
      title={t("tastes.heading")}
      glyph="好物"
      step={isEdit ? undefined : 3}
      wide
      lead={
        <>
          {t("tastes.lead")}{" "}
          {isEdit ? null : (
            <Link
              to={href("/list/import")}
              className="underline underline-offset-4 hover:text-accent-text"
            >
              {t("import.fromTracker")}
            </Link>
          )}
        </>
      }
    >
      <FormMessage>{failure?.message}</FormMessage>
      <Form
        method="post"
        aria-label={t("tastes.heading")}
        noValidate
        preventScrollReset
        className="space-y-8"
      >
        {/* The first button is the default: Enter searches if a query is filled in, else saves. */}
        <button type="submit" hidden />
        <TastesFields
          profile={profile}
          genres={genres}
          studios={studios}
          studioNames={studioNames}
          suggested={suggested}
          animes={[...animes, ...(actionData?.animes ?? [])]}
          found={actionData?.found ?? null}
          failure={failure}
        />
        <div className="flex flex-wrap items-center gap-3">
          {isEdit ? null : (
            <Link
              to={withReturnTo(href("/signup/profile"), returnTo)}
              className="inline-flex min-h-11 items-center rounded-md border border-rule-strong px-5 text-sm font-medium hover:border-ink"
            >
              {t("step.back")}
            </Link>
          )}
          <Button type="submit" name="save" value="tastes" weight="primary">
            {t(isEdit ? "step.save" : "step.saveAndFinish")}
          </Button>
          <SkipLink to={isEdit ? href("/profile") : returnTo} isEdit={isEdit} />
        </div>
      </Form>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "tastes.heading");
}
