import type { ReactNode } from "react";
import { Score } from "~/ui/score";
import type { AnimeCardData } from "./anime-card";
import { RowEntry } from "./card-states";
import { PlayMark } from "./play-mark";
import { Cover } from "./cover";

export function CardRow({ card, facts }: { card: AnimeCardData; facts: ReactNode }) {
  return (
    <>
      <Cover id={card.id} color={card.color} spine={null} sizes="2.75rem" className="rounded-sm" />
      <span className="min-w-0">
        <span
          lang={card.title.lang}
          className="line-clamp-2 text-sm leading-tight font-semibold group-hover:text-accent-text"
        >
          {card.title.text}
        </span>
        {card.match ? (
          <span lang={card.match.lang} className="mt-0.5 block truncate text-xs text-ink-soft">
            {card.match.text}
          </span>
        ) : null}
        <span className="mt-0.5 block text-xs text-ink-faint">
          <PlayMark mark={card.plays} />
          <RowEntry id={card.id} />
          {facts}
        </span>
      </span>
      <span className="pr-2 text-sm">
        <Score score={card.score} />
      </span>
    </>
  );
}
