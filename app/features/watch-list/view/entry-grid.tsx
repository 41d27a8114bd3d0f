import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import { EntryCheckbox, EntryProgress, type EntryProps } from "./entry-controls";

interface EntryGridProps extends Omit<EntryProps, "entry"> {
  entries: readonly EntryProps["entry"][];
  label: string;
}

export function EntryGrid({ entries, label, selectionForm, tell }: EntryGridProps) {
  return (
    <ul
      aria-label={label}
      className="mt-4 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] sm:gap-x-5"
    >
      {entries.map((entry) => (
        <li key={entry.card.id} className="relative flex flex-col">
          <AnimeCard card={entry.card} sizes="(min-width: 40rem) 12rem, 45vw" />
          <span className="absolute top-2 left-2 flex rounded-sm bg-paper p-1">
            <EntryCheckbox {...{ entry, selectionForm }} />
          </span>
          <EntryProgress {...{ entry, tell }} className="mt-2 flex items-center gap-2" />
        </li>
      ))}
    </ul>
  );
}
