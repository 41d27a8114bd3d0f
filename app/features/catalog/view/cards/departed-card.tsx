import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { onChangeResult } from "~/ui/changes/change-results";
import { ChangeToast } from "~/ui/changes/change-toast";
import type { ActionResult } from "~/ui/changes/page-change";
import type { AnimeCardData } from "./anime-card";

interface Change {
  /** The location at which it was made. */
  key: string;
  /** The title's page, whose action the preview sends to. */
  path: string;
  result: ActionResult;
  /** Whether the card had left before, so that this is the result of its Undo. */
  isAfter: boolean;
}

/** Tells what the preview of a card did that leaves the page by it, as its preview leaves too. */
export function DepartedCard({ cards }: { cards: readonly AnimeCardData[] }) {
  const { key } = useLocation();
  const [last, setLast] = useState<Change | null>(null);
  useEffect(
    () =>
      onChangeResult((result, path) => {
        if (idOf(path) !== null) setLast({ key, path, result, isAfter: !hasCard(cards, path) });
      }),
    [key, cards],
  );
  const isTold = last?.key === key && (last.isAfter || !hasCard(cards, last.path));
  return <ChangeToast result={isTold ? last.result : null} action={last?.path} />;
}

function hasCard(cards: readonly AnimeCardData[], path: string): boolean {
  return cards.some(({ id }) => id === idOf(path));
}

/** Returns the title of a title's page; null for other paths. */
function idOf(path: string): number | null {
  const [, page, id = ""] = path.split("/");
  return page === "anime" ? parseAnimeId(id) : null;
}
