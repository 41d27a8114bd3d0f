import type { PlayableTitles } from "~/features/catalog/episodes/playable-titles.server";
import type { LibraryTitle } from "~/features/franchise/list-library-titles.server";
import { latestFirst, type ShownTitle } from "~/pages/parts/latest-first";
import type { LibraryView } from "./library-view";

interface Library {
  /** Titles in the order of their names. */
  titles: readonly LibraryTitle[];
  playable: PlayableTitles;
  /** The titles of which the user has watched something. */
  begun: ReadonlySet<number>;
}

/** The titles of a view, in its order. */
export function arrangeLibrary(
  view: Exclude<LibraryView, "continue">,
  { titles, playable, begun }: Library,
): ShownTitle[] {
  const here = titles.filter(({ id }) => playable.has(id));
  switch (view) {
    case "titles":
      return here.map(({ id }) => ({ id }));
    case "unwatched":
      return here.filter(({ id }) => !begun.has(id)).map(({ id }) => ({ id }));
    case "added":
      return latestFirst(here, playable);
    case "franchises":
      return collections(here);
  }
}

/** Franchises of several titles; the most popular one stands for the others. */
function collections(titles: readonly LibraryTitle[]): ShownTitle[] {
  const byFranchise = new Map<number, LibraryTitle[]>();
  for (const title of titles) {
    if (title.franchise === null) continue;
    const members = byFranchise.get(title.franchise);
    if (members === undefined) byFranchise.set(title.franchise, [title]);
    else members.push(title);
  }
  return [...byFranchise.values()].flatMap((members) => {
    const [first] = members.toSorted(
      (one, other) => (one.popularity ?? Infinity) - (other.popularity ?? Infinity),
    );
    return first === undefined || members.length < 2
      ? []
      : [{ id: first.id, others: members.length - 1 }];
  });
}
