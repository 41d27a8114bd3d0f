import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import { PlayMark } from "~/features/catalog/view/cards/play-mark";
import { FranchiseOthers } from "~/features/catalog/view/cards/franchise-others";
import {
  EntryCheckbox,
  EntryEdit,
  EntryProgress,
  JointProgress,
  type EntriesProps,
} from "./entry-controls";

export function EntryGrid({ entries, label, ...shared }: EntriesProps) {
  return (
    <ul
      aria-label={label}
      className="mt-4 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] sm:gap-x-5"
    >
      {entries.map((entry) => (
        <li key={entry.card.id} className="relative flex flex-col">
          {/* The controls would cover the spine and the mark. */}
          <AnimeCard
            card={{ ...entry.card, spine: null, plays: undefined }}
            sizes="(min-width: 40rem) 12rem, 45vw"
          />
          <span className="absolute top-2 left-2 flex rounded-sm bg-paper p-1">
            <EntryCheckbox {...{ entry, ...shared }} />
          </span>
          <span className="absolute top-2 right-2 flex rounded-md bg-paper">
            <EntryEdit {...{ entry, ...shared }} />
          </span>
          <PlayMark mark={entry.card.plays} />
          <FranchiseOthers card={entry.card} />
          <JointProgress entry={entry} />
          <div className="mt-2 flex">
            <EntryProgress {...{ entry, ...shared }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
