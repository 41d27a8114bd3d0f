import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button";
import { Section } from "./section";

interface RailProps {
  title: string;
  more?: { to: string; label: string };
  /** The `li` elements of the row. */
  children: ReactNode;
}

/** A row of cards that scrolls sideways by touch, wheel, keyboard or two buttons. */
export function Rail({ title, more, children }: RailProps) {
  const row = useRef<HTMLUListElement>(null);
  const scroll = (direction: 1 | -1) => {
    const element = row.current;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    element?.scrollBy({ left: direction * element.clientWidth * 0.85, behavior: still ? "auto" : "smooth" });
  };
  return (
    <Section
      title={title}
      more={more}
      controls={
        <div className="needs-js hidden gap-1 md:flex">
          <Button weight="bare" aria-label={`${title}: back`} onClick={() => scroll(-1)}>
            <ChevronLeft aria-hidden className="size-5" />
          </Button>
          <Button weight="bare" aria-label={`${title}: onward`} onClick={() => scroll(1)}>
            <ChevronRight aria-hidden className="size-5" />
          </Button>
        </div>
      }
    >
      <ul
        ref={row}
        className="sideways -mx-(--page-gutter) scroll-px-(--page-gutter) gap-4 px-(--page-gutter) py-1.5 md:gap-5 *:w-34 *:shrink-0 *:snap-start md:*:w-42"
      >
        {children}
      </ul>
    </Section>
  );
}
