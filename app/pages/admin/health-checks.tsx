import { Form, useNavigation } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import type { Finding } from "~/services/run-checks.server";
import { Button } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { FormOutcome } from "~/ui/forms/form-field";
import { Section } from "~/ui/section";
import { Verdict } from "./verdict";

interface Props {
  /** The result; until all checks have run, what an owner easily forgets. */
  findings: readonly Finding[];
  /** The command that runs the same checks. */
  command: string;
  failure: FormFailure | undefined;
}

/** Runs the doctor's checks in the site, and shows what they find. */
export function HealthChecks({ findings, command, failure }: Props) {
  const { t } = useI18n();
  const isRunning = useNavigation().formData?.get("intent") === "check";
  return (
    <Section title={t("admin.health.checks")}>
      <p className="max-w-prose text-sm text-ink-soft">
        {t("admin.health.checks.about", { command })}
      </p>
      <Form method="post" className="mt-4" preventScrollReset>
        <Button type="submit" name="intent" value="check" disabled={isRunning}>
          {t(isRunning ? "admin.health.checks.running" : "admin.health.checks.run")}
        </Button>
      </Form>
      <FormOutcome success={null} failure={failure} />
      {findings.length === 0 ? null : (
        <div role="status">
          <ul className="mt-4 divide-y divide-rule border-y border-rule text-sm">
            {findings.map(({ check, status, message }) => (
              <li key={check} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
                <p className="flex w-64 items-center gap-x-3 font-medium">
                  <Verdict status={status} />
                  {t(`admin.health.check.${check}`)}
                </p>
                <p lang="en" className="min-w-0 grow basis-64 break-words">
                  {message}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}
