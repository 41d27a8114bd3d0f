import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

/** Whether this device asks who is watching, and the button that changes it. */
export function AskOnDevice({ asksProfile }: { asksProfile: boolean }) {
  const { t } = useI18n();
  return (
    <form method="post" className="mx-auto mt-12 max-w-md">
      <p className="mb-4 text-sm text-pretty text-ink-soft">
        {t(asksProfile ? "profiles.asking" : "profiles.ask.hint")}
      </p>
      <Button type="submit" name="intent" value={asksProfile ? "stop-asking" : "ask"}>
        {t(asksProfile ? "profiles.ask.stop" : "profiles.ask")}
      </Button>
    </form>
  );
}
