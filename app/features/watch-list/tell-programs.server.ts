import { randomUUID } from "node:crypto";
import { subtractSet } from "~/features/catalog/episodes/episode-set";
import { addForPrograms, type ProgramEvent } from "~db/outbox.server";
import { changedFields, entryFacts } from "./entry-facts.server";
import { seenBefore } from "./tracking/entry-diff";
import type { ListChange, ListListener } from "./tracking/save-changes.server";

/**
 * Follows changes of lists for the user's programs: what was watched, and what became of each
 * entry. An import, also one that is undone, is a single event.
 */
export const tellPrograms: ListListener = (tx, change) => {
  const { userId, via, entries } = change;
  const events =
    via === "import"
      ? [importEvent(change)]
      : entries.flatMap((entry) => [...entryEvents(change, entry)]);
  return addForPrograms(tx, userId, events);
};

function importEvent({ userId, entries }: ListChange): ProgramEvent {
  const added = entries.filter(({ before, after }) => after.listed && !before.listed).length;
  const removed = entries.filter(({ before, after }) => before.listed && !after.listed).length;
  const changed = entries.length - added - removed;
  return {
    ...{ kind: "import.finished", key: `import.finished:${randomUUID()}`, userId },
    data: { of: "list", added, changed, removed },
  };
}

function* entryEvents(
  { userId, day }: ListChange,
  { malId, before, after }: ListChange["entries"][number],
): Generator<ProgramEvent> {
  const event = (kind: "episode.watched" | "entry.changed" | "entry.removed", data = {}) => ({
    ...{ kind, userId, data },
    ...{ key: `${kind}:${randomUUID()}`, animeId: malId },
  });
  const episodes = subtractSet(after.seen, seenBefore(before, after, day));
  if (episodes.length > 0) yield event("episode.watched", { episodes });
  if (after.listed)
    yield event("entry.changed", { changed: changedFields(before, after), ...entryFacts(after) });
  else if (before.listed) yield event("entry.removed");
}
