import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import type { ActionResult } from "./page-change";
import { Toast } from "./toast";
import { useChangeForm } from "./use-action-message";

interface ChangeToastProps {
  result: ActionResult | null;
  /** The page whose action made the change; the own one by default. */
  action?: string | undefined;
}

/** Undo, or Retry after a failure, by the action that made the change. */
export function ChangeToast({ result, action }: ChangeToastProps) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const again = result?.change === null ? result.again : undefined;
  const fields = again ?? result?.change?.undo ?? null;
  return (
    <Toast message={result === null ? null : (result.change?.message ?? result.refused)}>
      {result?.change?.rate === undefined ? null : (
        <ButtonLink to={result.change.rate} weight="bare" className="text-accent-text">
          {t("watch.rate")}
        </ButtonLink>
      )}
      {fields === null ? null : (
        <fetcher.Form method="post" {...(action === undefined ? {} : { action })}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" weight="bare" className="font-semibold text-accent-text">
            {t(again !== undefined ? "site.tryAgain" : labelOf(fields))}
          </Button>
        </fetcher.Form>
      )}
    </Toast>
  );
}

function labelOf({ intent }: Readonly<Record<string, string>>): "site.undo" | "site.redo" {
  return intent === "redo" ? "site.redo" : "site.undo";
}
