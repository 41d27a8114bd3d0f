import { createContext, useContext } from "react";
import { useWords } from "~/language/words-context";
import { classNames } from "~/ui/class-names";

/** The collections in which the signed-in person has the titles of a page, by id; titles on no list are left out. */
export type ListStates = Readonly<Record<number, string>>;

const ListStatesContext = createContext<ListStates>({});

/** Tells the cards of a page which of them are on the person's list. */
export const CardStates = ListStatesContext.Provider;

/** How each collection’s dot is filled: in the accent what is under way or to come, in ink what is done or kept; full ones have been begun. */
const FILLS: Readonly<Record<string, string>> = {
  Watching: "bg-accent-text border-accent-text forced-colors:bg-[Highlight]",
  "To Watch": "border-accent-text",
  Completed: "border-ink-soft bg-ink-soft forced-colors:bg-[CanvasText]",
  Collection: "border-ink-soft",
};

/** The dot of a card whose title is on the person's list, named by its collection; nothing for others. */
export function StateDot({ id }: { id: number }) {
  const { t, label } = useWords();
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
