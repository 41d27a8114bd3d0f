import { href } from "react-router";
import { presentCards } from "~/pages/parts/present-cards.server";
import { listSuggestions } from "~/features/suggestions/list-suggestions.server";
import { moodPath } from "~/features/suggestions/mood-path";
import { parseMood } from "~/features/suggestions/parse-mood.server";
import { markForSuggestions } from "~/features/suggestions/suggestion-state.server";
import { MoodForm } from "~/features/suggestions/view/mood-form";
import { suggestionCards } from "~/pages/parts/suggestion-cards.server";
import { SuggestionItem } from "~/features/suggestions/view/suggestion-item";
import { formatOwnScore } from "~/features/watch-list/view/format-entry";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { runsByItself } from "~/jobs/job-records.server";
import { ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import { useReloadWhile } from "~/ui/use-reload-while";
import type { Route } from "./+types/discover";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import {
  changeSuggestions,
  suggestionFormSchema,
} from "~/pages/discover/change-suggestions.server";
import {
  i18nContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
} from "~/http/context";
import { getPageTracker } from "~/http/forms/get-tracker.server";
import { handlePageChange, takeFlashMessage } from "~/http/pages/page-change.server";

const PER_PAGE = 12;

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, jobs, config } = services;
  const viewer = await getPageViewer(request, context);
  const { i18n, titleLanguage: language, parentalControl } = viewer;
  const { user } = await context.get(signedInContext);
  const { searchParams } = new URL(request.url);
  const mood = await withPageErrors(context, () => Promise.resolve(parseMood(searchParams)));
  const text = searchParams.get("page") ?? "";
  const page = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 1;
  const found = await listSuggestions(db, user.id, {
    mood,
    parentalControl,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  });
  if (found.status === "waiting") {
    await markForSuggestions(db, user.id, { soon: true });
    jobs.wake();
  }
  const cards = suggestionCards(found, {
    i18n,
    language,
    formatScore: (score) => formatOwnScore(i18n, score, user.preferences.scoreScale),
  });
  const isStopped =
    found.status === "waiting" &&
    !(await runsByItself(db, "suggestions", { runsHere: config.jobs.enabled }));
  return {
    status: isStopped ? ("stopped" as const) : found.status,
    managesJobs: user.role === "owner",
    mood,
    page,
    last: Math.max(1, Math.ceil(found.total / PER_PAGE)),
    cards: await presentCards(services, viewer, cards),
    flashMessage: await takeFlashMessage(request, context),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return handlePageChange(request, context, suggestionFormSchema, (form, { user }) =>
    changeSuggestions(
      context.get(servicesContext).db,
      getPageTracker(request, context, user),
      form,
      {
        i18n: context.get(i18nContext),
        language: context.get(visitorSettingsContext).titleLanguage,
        scale: user.preferences.scoreScale,
      },
    ),
  );
}

export const clientAction = changeAction<typeof action>();

export default function Discover({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { status, managesJobs, mood, cards, page, last, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  const hasMood = moodPath(mood) !== href("/discover");
  useReloadWhile(status === "waiting");
  return (
    <div className="page-column pt-8 md:pt-12">
      <h1 className="text-3xl max-md:text-2xl">{t("discover.heading")}</h1>
      {status === "ready" ? (
        <>
          <p className="mt-2 max-w-prose text-sm text-ink-soft">{t("discover.about")}</p>
          {cards.length > 0 || hasMood ? <MoodForm mood={mood} /> : null}
        </>
      ) : null}
      {cards.length > 0 ? (
        <ul className="mt-8 grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
          {cards.map((suggestion) => (
            <li key={suggestion.card.id}>
              <SuggestionItem {...suggestion} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty status={status} managesJobs={managesJobs} hasMood={hasMood} />
      )}
      <Pagination current={page} last={last} pageHref={(number) => moodPath(mood, number)} />
      <ChangeToast result={result} />
    </div>
  );
}

type EmptyProps = Pick<Route.ComponentProps["loaderData"], "status" | "managesJobs"> & {
  hasMood: boolean;
};

function Empty({ status, managesJobs, hasMood }: EmptyProps) {
  const { t } = useI18n();
  if (status === "off")
    return (
      <Notice glyph="静" title={t("discover.off")}>
        <p>{t("discover.offHint")}</p>
        <ButtonLink to={href("/settings")}>{t("site.settings")}</ButtonLink>
      </Notice>
    );
  if (status === "stopped")
    return (
      <Notice glyph="静" title={t("discover.stopped")}>
        <p>{t("discover.stoppedHint")}</p>
        {managesJobs ? <ButtonLink to={href("/admin/jobs")}>{t("admin.jobs")}</ButtonLink> : null}
      </Notice>
    );
  if (status === "waiting")
    return (
      <Notice glyph="待" title={t("discover.waiting")}>
        <p>{t("discover.waitingHint")}</p>
        <ButtonLink to={href("/discover")} reloadDocument className="without-js">
          {t("discover.reload")}
        </ButtonLink>
      </Notice>
    );
  if (hasMood)
    return (
      <Notice glyph="無" title={t("discover.noMood")}>
        <p>{t("discover.noMoodHint")}</p>
        <ButtonLink to={href("/discover")}>{t("discover.clear")}</ButtonLink>
      </Notice>
    );
  return (
    <Notice glyph="縁" title={t("discover.none")}>
      <p>{t("discover.noneHint")}</p>
      <p className="flex flex-wrap gap-3">
        <ButtonLink to={`${href("/signup/tastes")}?edit`}>{t("discover.tastes")}</ButtonLink>
        <ButtonLink to={href("/browse")}>{t("site.browse")}</ButtonLink>
      </p>
    </Notice>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "discover.heading");
}
