import { href, Link } from "react-router";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { feedPath } from "~/features/feeds/feed-path.server";
import { VisitorIntro } from "~/features/home/visitor-intro";
import { HideSwitch } from "~/features/listing/view/hide-switch";
import { noQuery } from "~/frame/canonical-query";
import { feedLink, pageI18n } from "~/frame/page-i18n";
import { servicesContext, type RouterContext, siteContext } from "~/http/context";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import type { PageHandle } from "~/frame/page-handle";
import { useI18n } from "~/i18n/i18n-context";
import type { JobName } from "~/jobs/job-names";
import { listFailingJobs } from "~/jobs/job-records.server";
import { submitListForm } from "~/http/forms/submit-list.server";
import { createHomeRequest } from "~/pages/home/home-request.server";
import { loadRails } from "~/pages/home/load-rails.server";
import { presentRails } from "~/pages/home/present-rails.server";
import { RailView } from "~/pages/home/rail-views";
import { hideOnPage, readHide } from "~/pages/parts/hide-on-page.server";
import { cachedPlayableTitles } from "~/pages/parts/present-cards.server";
import { pageZone } from "~/pages/viewer/page-zone.server";
import { readTimeZoneCookie } from "~/http/viewer/time-zone-cookie.server";
import { ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { icon } from "~/ui/icons";
import type { Route } from "./+types/home";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";

export const handle: PageHandle = { isShared: true, canonicalQuery: noQuery };

/** What the starter catalog calls its series that plays without anything else. */
const DEMO_ID = 2_000_000_001;

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { user } = viewer;
  const { searchParams } = new URL(request.url);
  const zone = pageZone(null, readTimeZoneCookie(request.headers.get("cookie")));
  const hide = await withPageErrors(context, async () =>
    hideOnPage(services, viewer, { surface: "home", given: readHide(searchParams) }),
  );
  const ask = createHomeRequest(services, viewer, { hide, zone, searchParams });
  return {
    ...(await presentRails(ask, await loadRails(ask))),
    toggle: hide.toggle,
    feed: feedPath("episodes.atom", viewer.i18n.locale),
    // Avoids a reload to learn the time zone of visitors.
    zone: user === null ? null : zone,
    visitor: user === null ? await visitorIntro(context, viewer) : null,
    failingJobs: user?.role === "owner" ? await listFailingJobs(services.db).catch(() => []) : [],
    flashMessage: user === null ? null : await takeFlashMessage(request, context),
  };
}

async function visitorIntro(context: RouterContext, viewer: PageViewer) {
  const { signUps } = await context.get(siteContext).siteSettings.readCached();
  const playable = await cachedPlayableTitles(context.get(servicesContext), viewer);
  return { canSignUp: signUps === "open", demoId: playable.has(DEMO_ID) ? DEMO_ID : null };
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatList } = useI18n();
  const nameJob = (name: JobName) => t(`admin.jobs.name.${name}`);
  const { rails, listStates, toggle, visitor, failingJobs, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  return (
    <CardStates value={listStates}>
      <h1 className="sr-only">{t("site.home")}</h1>
      {failingJobs.length === 0 ? null : (
        <p role="status" className="page-column pt-6 text-sm text-caution">
          <Link to={href("/admin/jobs")} className="underline underline-offset-4">
            {t("home.failingJobs", { jobs: formatList(failingJobs.map(nameJob)) })}
          </Link>
        </p>
      )}
      {visitor === null ? null : <VisitorIntro {...visitor} />}
      <div className="home-rails">
        {rails.map((rail) => (
          <div key={rail.id} className={rail.id === "featured" ? undefined : "page-column"}>
            <RailView rail={rail} isChanged={flashMessage !== null} />
          </div>
        ))}
      </div>
      {visitor === null ? (
        <p className="page-column mt-12">
          <ButtonLink to={href("/home/customise")} weight="bare" className="-ml-3">
            {icon("sliders")}
            {t("home.customise")}
          </ButtonLink>
          {toggle === null ? null : <HideSwitch toggle={toggle} path="/" />}
        </p>
      ) : null}
      <ChangeToast result={result} />
    </CardStates>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  return [
    { title: t("site.pageTitle", { title: t("site.home") }) },
    { name: "description", content: t("home.description") },
    ...(loaderData === undefined ? [] : [feedLink(t("feed.episodes"), loaderData.feed)]),
  ];
}
