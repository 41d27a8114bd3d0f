import { ENTRY_STATES, type EntryState } from "~/features/watch-list/entry-states";
import { useI18n } from "~/i18n/i18n-context";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { icon } from "~/ui/icons";
import { NO_STATE } from "./list-view";

/** `none` is a title in the collection only. */
export type ListedState = EntryState | typeof NO_STATE;

const CHOICES = [...ENTRY_STATES, NO_STATE] as const;

interface ListControlProps {
  animeId: number;
  path: string;
  state: ListedState | null;
}

const CHOICE =
  "inline-flex min-h-11 grow items-center justify-center rounded-sm px-3 text-sm whitespace-nowrap text-ink-soft transition-colors hover:text-ink";

/** One form with buttons for all states and removal. */
export function ListControl({ animeId, path, state }: ListControlProps) {
  const { t, label } = useI18n();
  const fetcher = useChangeForm();
  const sent = fetcher.formData;
  const chosen = sent?.get("state");
  const shown = sent === undefined ? state : typeof chosen === "string" ? chosen : null;
  return (
    <fetcher.Form
      method="post"
      action={path}
      aria-label={t("list.heading")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <input type="hidden" name="animeId" value={animeId} />
      <p className="text-sm text-ink-soft max-lg:w-full">
        {t(shown === null ? "list.add" : "list.onAs")}
      </p>
      <div className="flex flex-wrap rounded-md bg-sunken p-1 ring-1 ring-rule ring-inset max-lg:grid max-lg:w-full max-lg:grid-cols-2">
        {CHOICES.map((choice) => (
          <button
            key={choice}
            type="submit"
            name="state"
            value={choice}
            aria-pressed={shown === choice}
            className={`${CHOICE} aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent`}
          >
            {label("entryState", choice)}
          </button>
        ))}
      </div>
      {shown === null ? null : (
        <button
          type="submit"
          name="intent"
          value="remove"
          className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-medium text-ink-soft hover:bg-raised hover:text-ink max-lg:-ml-3"
        >
          {icon("cross")}
          {t("list.off")}
        </button>
      )}
    </fetcher.Form>
  );
}
