import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";

interface PlanFormProps {
  animeId: number;
  title: string;
}

/** Adds a title to the list as planned. Works as a plain form too. */
export function PlanForm({ animeId, title }: PlanFormProps) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  return (
    <fetcher.Form method="post" preventScrollReset className="mt-auto pt-2">
      <input type="hidden" name="animeId" value={animeId} />
      <Button
        type="submit"
        name="state"
        value="planned"
        className="w-full px-3"
        aria-label={t("sequels.planTitle", { title })}
      >
        {t("sequels.plan")}
      </Button>
    </fetcher.Form>
  );
}
