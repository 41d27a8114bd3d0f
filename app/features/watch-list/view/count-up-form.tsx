import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";

interface CountUpFormProps {
  animeId: number;
  title: string;
  /** The episode to mark, so that pressing twice counts once. */
  episode: number;
  fetcher: ReturnType<typeof useChangeForm>;
  className?: string;
}

/** Works as a plain form too. */
export function CountUpForm({ animeId, title, episode, fetcher, className }: CountUpFormProps) {
  const { t, formatNumber } = useI18n();
  return (
    <fetcher.Form method="post" preventScrollReset className={className}>
      <input type="hidden" name="animeId" value={animeId} />
      <input type="hidden" name="episode" value={episode} />
      <Button
        type="submit"
        name="intent"
        value="mark"
        aria-label={t("list.countUp", { title, episode })}
        className="px-3"
      >
        {`+${formatNumber(1)}`}
      </Button>
    </fetcher.Form>
  );
}

export function CountUp({ ...form }: Omit<CountUpFormProps, "fetcher">) {
  return <CountUpForm {...form} fetcher={useChangeForm()} />;
}
