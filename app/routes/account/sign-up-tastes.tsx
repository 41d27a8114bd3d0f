import { data, Form, Link, redirect } from "react-router";
import { rememberedGenres, rememberedStudios } from "~/http/remembered-catalog.server";
import { listTitles } from "~/features/catalog/list-titles.server";
import { shownTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { genresByName } from "~/features/catalog/view/browse/genres-by-name";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { SkipLink } from "~/features/accounts/view/skip-link";
import { getProfile } from "~/features/profile/get-profile.server";
import { tastesInputSchema } from "~/features/profile/profile-input";
import { saveProfile } from "~/features/profile/save-profile.server";
import { TastesFields } from "~/features/profile/view/tastes-fields";
import type { AnimeChoice, FoundAnimes } from "~/features/profile/view/tastes-form";
import {
  chosenAnimes,
  findAnimes,
  tastesValue,
  wantedSearch,
} from "~/features/profile/view/tastes-form.server";
import { scopeContext } from "~/http/context";
import { pageForm, typedForm, withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { unlistedPageMeta } from "~/http/pages/page-words";
import { requirePageSession } from "~/http/session/page-session.server";
import { parseInput } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import type { Database } from "~db/client.server";
import { returnToQuery } from "./return-to";
import type { Route } from "./+types/sign-up-tastes";

const SUGGESTED_STUDIOS = 120;

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { services } = scope;
  const { parentalControl, titleLanguage } = context.get(visitorContext);
  const { user } = await requirePageSession(request, scope);
  const [profile, genres, studios] = await Promise.all([
    getProfile(services.db, user.id),
    rememberedGenres(services, parentalControl),
    rememberedStudios(services, parentalControl),
  ]);
  const parameters = new URL(request.url).searchParams;
  return {
    profile,
    genres: genresByName(scope.words, genres).map(({ name }) => name),
    studios: studios.slice(0, SUGGESTED_STUDIOS).map(({ name }) => name),
    animes: await choicesOf(
      services.db,
      [...profile.favorite_animes, ...profile.watched_animes],
      parentalControl,
      titleLanguage,
    ),
    returnTo: safeRedirectPath(parameters.get("returnTo")),
    isEdit: parameters.has("edit"),
  };
}

/** Saves the tastes, or looks for a title and shows the form again with what it found. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const { services } = scope;
  const { parentalControl, titleLanguage } = context.get(visitorContext);
  const { user } = await requirePageSession(request, scope);
  const body = await withPageErrors(scope, () => pageForm(request, scope));
  const fields = { ...(body.value as Record<string, unknown>) };
  const known = (ids: readonly number[]) =>
    choicesOf(services.db, ids, parentalControl, titleLanguage);
  const search = wantedSearch(fields);
  if (search !== null) {
    const found: FoundAnimes = {
      ...search,
      ids: await findAnimes(services, search.text, parentalControl),
    };
    return {
      failure: typedForm(body.value),
      found,
      animes: await known([...chosenAnimes(fields), ...found.ids]),
    };
  }
  const answer = await withFormFailure(body, scope, async () => {
    await saveProfile(services.db, user.id, parseInput(tastesInputSchema, tastesValue(fields)));
    const parameters = new URL(request.url).searchParams;
    return redirect(
      parameters.has("edit") ? "/profile" : safeRedirectPath(parameters.get("returnTo")),
    );
  });
  return answer instanceof Response
    ? answer
    : data(
        { ...answer.data, found: null, animes: await known(chosenAnimes(fields)) },
        answer.init ?? undefined,
      );
}

async function choicesOf(
  db: Database,
  ids: readonly number[],
  parentalControl: boolean,
  language: TitleLanguage,
): Promise<AnimeChoice[]> {
  return (await listTitles(db, [...new Set(ids)], parentalControl)).map((line) => ({
    id: line.mal_id,
    title: shownTitle(line, language),
    year: line.year,
  }));
}

/** The same form where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (words) => ({
    ...unanswered(words),
    found: null,
    animes: [],
  }));
}

export default function SignUpTastes({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords();
  const { profile, genres, studios, animes, returnTo, isEdit } = loaderData;
  const failure = actionData?.failure;
  return (
    <AccountFrame
      title={t("tastes.heading")}
      glyph="好物"
      step={isEdit ? undefined : 3}
      wide
      lead={t("tastes.lead")}
    >
      <FormMessage>{failure?.message}</FormMessage>
      <Form
        method="post"
        aria-label={t("tastes.heading")}
        noValidate
        preventScrollReset
        className="space-y-8"
      >
        {/* Enter in a field presses a form's first button: this one searches where a search is filled in, and saves otherwise. */}
        <button type="submit" hidden />
        <TastesFields
          profile={profile}
          genres={genres}
          studios={studios}
          animes={[...animes, ...(actionData?.animes ?? [])]}
          found={actionData?.found ?? null}
          failure={failure}
        />
        <div className="flex flex-wrap items-center gap-3">
          {isEdit ? null : (
            <Link
              to={`/signup/profile${returnToQuery(returnTo)}`}
              className="inline-flex min-h-11 items-center rounded-md border border-rule-strong px-5 text-sm font-medium hover:border-ink"
            >
              {t("step.back")}
            </Link>
          )}
          <Button type="submit" name="save" value="tastes" weight="primary">
            {t(isEdit ? "step.save" : "step.saveAndFinish")}
          </Button>
          <SkipLink to={isEdit ? "/profile" : returnTo} isEdit={isEdit} />
        </div>
      </Form>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return unlistedPageMeta(matches, "tastes.heading");
}
