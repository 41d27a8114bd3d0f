import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";

interface RatePromptProps {
  title: string;
  /** URL of the page that rates it. */
  path: string;
  onDismiss: () => void;
}

export function RatePrompt({ title, path, onDismiss }: RatePromptProps) {
  const { t } = useI18n();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md border border-rule bg-raised p-3 text-sm"
    >
      <p className="grow">{t("watch.finished", { title })}</p>
      <ButtonLink to={path} weight="primary">
        {t("watch.rate")}
      </ButtonLink>
      <Button weight="bare" onClick={onDismiss}>
        {t("watch.notNow")}
      </Button>
    </div>
  );
}
