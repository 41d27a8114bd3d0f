import { useRef, useState, type FocusEvent, type PointerEvent, type ReactNode } from "react";
import { lazyPart } from "~/ui/lazy-part";
import type { AnimeCardData } from "./anime-card";

const CardPreviews = lazyPart(() =>
  import("./card-previews").then(
    (module) => module.CardPreviews,
    // The page is complete without them.
    () => () => null,
  ),
);

type ListEvent = PointerEvent<HTMLElement> | FocusEvent<HTMLElement>;

interface CardPreviewHandlers {
  onPointerOver: (event: PointerEvent<HTMLElement>) => void;
  onPointerOut: () => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
}

/** Loads what shows previews of a list's cards once a pointer or the focus reaches the list. */
export function useCardPreviews(cards: readonly AnimeCardData[]): {
  handlers: CardPreviewHandlers;
  previews: ReactNode;
} {
  const [start, setStart] = useState<{ list: HTMLElement; first: EventTarget } | null>(null);
  const touched = useRef<EventTarget>(null);
  const load = ({ currentTarget: list, target: first }: ListEvent) =>
    setStart((started) => started ?? { list, first });
  return {
    handlers: {
      onPointerOver: (event) => {
        touched.current = event.pointerType === "touch" ? event.target : null;
        load(event);
      },
      // A finger was lifted, or scrolls.
      onPointerOut: () => {
        touched.current = null;
      },
      onFocus: load,
    },
    previews: start === null ? null : <CardPreviews {...start} touched={touched} cards={cards} />,
  };
}
