import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { ProgressBar } from "~/ui/progress-bar";
import { Section } from "~/ui/section";
import { useReloadWhile } from "~/ui/use-reload-while";

interface RunProgressProps {
  /** The fraction is null until it starts. */
  run: { subject: string; fraction: number | null };
  /** The page that the run belongs to. */
  path: string;
  children: ReactNode;
}

/** Shows a job that was requested and waits in the queue. */
export function WaitingRun({
  subject,
  path,
  runsHere,
}: {
  subject: string;
  path: string;
  runsHere: boolean;
}) {
  const { t } = useI18n();
  return (
    <RunProgress run={{ subject, fraction: null }} path={path}>
      {t("admin.run.waiting")} {runsHere ? null : t("admin.jobs.offHere")}
    </RunProgress>
  );
}

/** A run that is under way. It moves by itself with scripts, and with each reload without them. */
export function RunProgress({ run, path, children }: RunProgressProps) {
  const { t, formatNumber } = useI18n();
  useReloadWhile(true);
  return (
    <Section title={t("admin.run.now")} className="mt-8">
      <div className="rounded-lg border border-rule p-4">
        <p className="flex flex-wrap justify-between gap-x-6 text-sm">
          <span className="min-w-0 font-medium break-words">{run.subject}</span>
          {run.fraction === null ? null : (
            <span className="tabular-nums">
              {formatNumber(run.fraction, { style: "percent", maximumFractionDigits: 0 })}
            </span>
          )}
        </p>
        <ProgressBar part={run.fraction ?? 0} className="my-3" />
        <p className="text-sm text-ink-soft">{children}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to={path} reloadDocument>
            <RotateCw aria-hidden className="size-4" />
            {t("admin.run.refresh")}
          </ButtonLink>
          <Form method="post" action={path}>
            <Button type="submit" name="intent" value="stop">
              {t("admin.run.stop")}
            </Button>
          </Form>
        </div>
      </div>
    </Section>
  );
}
