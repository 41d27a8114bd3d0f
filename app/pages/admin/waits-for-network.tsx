import { useI18n } from "~/i18n/i18n-context";
import type { Job } from "./load-jobs.server";

interface WaitsForNetworkProps {
  job: Pick<Job, "isOffline" | "running" | "nextRunAt">;
  zone: string;
}

/** Says of a job whose source could not be reached when it tries again. */
export function WaitsForNetwork({ job, zone }: WaitsForNetworkProps) {
  const { t, formatDate } = useI18n();
  if (!job.isOffline || job.running || job.nextRunAt === null) return null;
  const time = formatDate(job.nextRunAt, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone,
  });
  return (
    <p className="my-4 max-w-prose border-l-2 border-caution py-1 pl-4 text-sm text-ink-soft">
      {t("admin.jobs.offline.hint", { time })}
    </p>
  );
}
