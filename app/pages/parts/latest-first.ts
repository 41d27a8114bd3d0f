import type { PlayableTitles } from "~/features/catalog/episodes/playable-titles.server";
import type { LibraryTitle } from "~/features/franchise/list-library-titles.server";

export interface ShownTitle {
  id: number;
  /** Other titles of its franchise, for which it stands. */
  others?: number;
}

/**
 * Begins with what was added last, and ends with those of which no one knows since when they play
 * here.
 */
export function latestFirst(
  titles: readonly Pick<LibraryTitle, "id">[],
  playable: PlayableTitles,
): ShownTitle[] {
  const addedAt = (id: number) => playable.get(id)?.addedAt ?? 0;
  return titles
    .map(({ id }) => ({ id }))
    .toSorted((one, other) => addedAt(other.id) - addedAt(one.id) || other.id - one.id);
}
