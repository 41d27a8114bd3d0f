import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { useReloadWhile } from "~/ui/use-reload-while";
import { loadJobsPage, changeJobs } from "~/pages/admin/jobs-page.server";
import { JobItem } from "~/pages/admin/job-item";
import type { Route } from "./+types/jobs";

export function loader({ request, context }: Route.LoaderArgs) {
  return loadJobsPage(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return changeJobs(request, context);
}

export const clientAction = formAction<typeof action>();

export default function Jobs({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { jobs, zone, now, runsHere, keptBackups, done } = loaderData;
  const failure = actionData?.failure;
  useReloadWhile(jobs.some(({ running }) => running));
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.jobs")}</h1>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        {t("admin.jobs.description")} {runsHere ? null : t("admin.jobs.offHere")}
      </p>
      <div className="mt-4">
        <FormOutcome
          success={done === null ? null : t(`admin.jobs.done.${done}`)}
          failure={failure}
        />
      </div>
      <ul className="mt-6 divide-y divide-rule border-y border-rule">
        {jobs.map((job) => (
          <JobItem key={job.name} job={job} zone={zone} now={now} keptBackups={keptBackups} />
        ))}
      </ul>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.jobs");
}
