import { useState } from "react";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { VisitorIntro } from "~/features/home/visitor-intro";
import { HideSwitch } from "~/features/listing/view/hide-switch";
import { noQuery } from "~/frame/canonical-query";
import { pageI18n } from "~/frame/page-i18n";
import type { PageHandle } from "~/http/pages/page-handle";
import { useI18n } from "~/i18n/i18n-context";
import type { JobName } from "~/jobs/job-names";
import { handleListForm } from "~/pages/forms/list-form.server";
import { PageRail } from "~/pages/home/home-rails";
import { loadHome } from "~/pages/home/load-home.server";
import { ButtonLink } from "~/ui/button";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import type { Route } from "./+types/home";

export const handle: PageHandle = { isShared: true, canonicalQuery: noQuery };

export function loader({ request, context }: Route.LoaderArgs) {
  return loadHome(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatList } = useI18n();
  const nameJob = (name: JobName) => t(`admin.jobs.name.${name}`);
  const { rails, isOwn, visitor, suggestionsWait, listStates, failingJobs, toggle } = loaderData;
  const [isNew] = useState(suggestionsWait && loaderData.flashMessage !== null);
  const result = useActionMessage(loaderData.flashMessage, actionData);
  return (
    <CardStates value={listStates}>
      <h1 className="sr-only">{t("site.home")}</h1>
      {failingJobs.length === 0 ? null : (
        <p role="status" className="page-column pt-6 text-sm text-caution">
          <Link to="/admin/jobs" className="underline underline-offset-4">
            {t("home.failingJobs", { jobs: formatList(failingJobs.map(nameJob)) })}
          </Link>
        </p>
      )}
      {visitor === null ? null : <VisitorIntro {...visitor} />}
      <div className="home-rails">
        {rails.map((id) => (
          <div key={id} className={id === "featured" ? undefined : "page-column"}>
            <PageRail id={id} page={loaderData} isNew={isNew} />
          </div>
        ))}
      </div>
      {isOwn ? (
        <p className="page-column mt-12">
          <ButtonLink to="/home/customise" weight="bare" className="-ml-3">
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

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  return [
    { title: t("site.pageTitle", { title: t("site.home") }) },
    { name: "description", content: t("home.description") },
  ];
}
