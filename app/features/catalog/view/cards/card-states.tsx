import { createContext, useContext } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";

/** Collection types by anime id. */
export type ListStates = Readonly<Record<number, string>>;

const ListStatesContext = createContext<ListStates>({});

export const CardStates = ListStatesContext.Provider;

/**
 * Accent for current and planned titles, ink for completed and collected ones; filled once begun.
 */
const FILLS: Readonly<Record<string, string>> = {
  Watching: "bg-accent-text border-accent-text forced-colors:bg-[Highlight]",
  "To Watch": "border-accent-text",
  Completed: "border-ink-soft bg-ink-soft forced-colors:bg-[CanvasText]",
  Collection: "border-ink-soft",
};

/** Marks a card whose title is on the user's list. */
export function StateDot({ id }: { id: number }) {
  const { t, label } = useI18n();
  const state = useContext(ListStatesContext)[id];
  if (state === undefined) return null;
  const name = label("collection", state);
  return (
    <span title={name} className="mr-1.5 inline-block align-baseline">
      <span
        aria-hidden
        className={classNames(
          "inline-block size-2.5 rounded-full border-2",
          FILLS[state] ?? "border-ink-soft",
        )}
      />
      <span className="sr-only">{t("card.onMyList", { collection: name })} </span>
    </span>
  );
}
