import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { icon } from "~/ui/icons";

interface EpisodeTicksProps {
  animeId: number;
  number: number;
  seen: boolean;
}

const BUTTON =
  "inline-flex size-11 items-center justify-center rounded-md text-ink-faint hover:bg-raised hover:text-ink";

const TICK = icon("tick");
const TICKS = icon("ticks");

/** Works as a plain form too. */
export function EpisodeTicks({ animeId, number, seen }: EpisodeTicksProps) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const sent = fetcher.formData?.get("intent");
  const isSeen = sent === undefined || sent === null ? seen : sent !== "unmark";
  return (
    <fetcher.Form method="post" preventScrollReset className="inline-flex">
      <input type="hidden" name="animeId" value={animeId} />
      <input type="hidden" name="episode" value={number} />
      <button
        type="submit"
        name="intent"
        value="upTo"
        aria-label={t("ticks.upTo", { number })}
        title={t("ticks.upToHere")}
        className={BUTTON}
      >
        {TICKS}
      </button>
      <button
        type="submit"
        name="intent"
        value={seen ? "unmark" : "mark"}
        aria-pressed={isSeen}
        aria-label={t("ticks.seen", { number })}
        title={t(isSeen ? "ticks.unmark" : "ticks.mark")}
        className="group/tick inline-flex size-11 items-center justify-center"
      >
        <span
          className={classNames(
            "inline-flex size-7 items-center justify-center rounded-full border-2 transition-colors",
            isSeen
              ? "border-accent bg-accent text-on-accent forced-colors:border-[Highlight]"
              : "border-rule-strong text-transparent group-hover/tick:border-ink group-hover/tick:text-ink-faint",
          )}
        >
          {TICK}
        </span>
      </button>
    </fetcher.Form>
  );
}
