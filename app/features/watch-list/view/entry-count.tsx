import { useI18n } from "~/i18n/i18n-context";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { SubmitWithoutScript } from "~/ui/forms/submit-select";
import { useShownValue } from "~/ui/forms/typing";
import { TextInput } from "~/ui/forms/text-input";
import type { EntryProps } from "./entry-controls";

/** The number of watched episodes, saved on Enter and when the focus leaves. */
export function EntryCount({ entry: { card, progress } }: Pick<EntryProps, "entry">) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const seen = String(progress.episodesSeen);
  const hasFailed = fetcher.state === "idle" && fetcher.data?.change === null;
  // Shows the stored number after another change, and after one that was refused.
  const input = useShownValue(seen, hasFailed);
  return (
    <fetcher.Form method="post" className="flex shrink-0 items-center gap-1">
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="animeId" value={card.id} />
      <input type="hidden" name="was" value={JSON.stringify({ episodesSeen: seen })} />
      <span className="w-20">
        <TextInput
          ref={input}
          type="number"
          name="episodesSeen"
          min={0}
          max={progress.total ?? undefined}
          required
          defaultValue={seen}
          aria-label={t("list.countOf", { title: card.title.text })}
          onBlur={({ currentTarget: { value, form } }) => {
            if (value !== seen) form?.requestSubmit();
          }}
        />
      </span>
      <SubmitWithoutScript label={t("list.save")} />
    </fetcher.Form>
  );
}
