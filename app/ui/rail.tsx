import { type ReactNode, useEffect, useRef, useState } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "./button";
import { classNames } from "./class-names";
import { Section } from "./section";
import { icon } from "./icons";

interface RailProps {
  title: string;
  more?: { to: string; label: string };
  /** How many panels there are; covers unless given. More than two are in two rows, read across. */
  panels?: number;
  /** Stands before the arrows. */
  action?: ReactNode;
  children: ReactNode;
}

const COVERS = "gap-4 md:gap-5 *:w-34 *:shrink-0 md:*:w-42";
const PANELS = "grid! gap-3 md:gap-4";

export function Rail({ title, more, panels, action, children }: RailProps) {
  const { t } = useI18n();
  const row = useRef<HTMLUListElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scroll = (direction: 1 | -1) => {
    const element = row.current;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    element?.scrollBy({
      left: direction * element.clientWidth * 0.85,
      behavior: still ? "auto" : "smooth",
    });
  };
  return (
    <Section
      title={title}
      more={more}
      className="nearing"
      controls={
        <div className="flex items-center gap-1">
          {action}
          <div className={classNames("hidden gap-1 md:flex", !overflows && "invisible")}>
            <Button
              weight="bare"
              aria-label={t("ui.backInRow", { title })}
              onClick={() => scroll(-1)}
            >
              {icon("left", "before:size-5")}
            </Button>
            <Button weight="bare" aria-label={t("ui.onInRow", { title })} onClick={() => scroll(1)}>
              {icon("right", "before:size-5")}
            </Button>
          </div>
        </div>
      }
    >
      <ul
        ref={row}
        className={classNames(
          "sideways -mx-(--page-gutter) scroll-px-(--page-gutter) px-(--page-gutter) py-1.5 *:snap-start",
          panels === undefined ? COVERS : PANELS,
        )}
        style={
          panels === undefined
            ? undefined
            : {
                gridTemplateColumns: `repeat(${panels > 2 ? Math.ceil(panels / 2) : panels}, min(22rem, 88%))`,
              }
        }
      >
        {children}
      </ul>
    </Section>
  );
}
