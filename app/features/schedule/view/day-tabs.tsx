import { useEffect, useRef, useState } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { SectionLink } from "~/ui/section-link";

export interface DayTab {
  date: string;
  /** Label of the tab, as `Today` or `Fri 27`. */
  tab: string;
  count: number;
}

export const dayId = (date: string) => `day-${date}`;

/** Jumps between the days of the schedule, and stays in view; the day on the screen is marked. */
export function DayTabs({ days }: { days: readonly DayTab[] }) {
  const { t, formatNumber } = useI18n();
  const [current, choose] = useDayInView(days);
  return (
    <nav
      aria-label={t("schedule.days")}
      className="sticky top-(--header-height) z-20 -mx-(--page-gutter) border-b border-rule bg-paper"
    >
      <div className="sideways gap-1 px-(--page-gutter) py-1.5">
        {days.map(({ date, tab, count }) => (
          <SectionLink
            key={date}
            id={dayId(date)}
            aria-current={date === current ? "date" : undefined}
            onClick={() => choose(date)}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-md px-3 text-sm whitespace-nowrap text-ink-soft hover:bg-raised hover:text-ink aria-[current=date]:bg-raised aria-[current=date]:font-semibold aria-[current=date]:text-ink lg:grow lg:justify-center forced-colors:aria-[current=date]:outline"
          >
            {tab}
            <span className="text-xs text-ink-faint tabular-nums">
              <span className="sr-only">{t("schedule.count", { count })}</span>
              <span aria-hidden>{formatNumber(count)}</span>
            </span>
          </SectionLink>
        ))}
      </div>
    </nav>
  );
}

/**
 * The first day until hydration, as the page opens at its top. A day that was chosen stays current
 * while it is on the screen: the last days cannot be scrolled to its top.
 */
function useDayInView(days: readonly DayTab[]) {
  const [current, setCurrent] = useState(days[0]?.date);
  const chosen = useRef<string>(undefined);
  const dates = days.map(({ date }) => date).join(" ");
  useEffect(() => {
    const visible = new Set<string>();
    const names = dates.split(" ");
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const date = target.getAttribute("data-date") ?? "";
          if (isIntersecting) visible.add(date);
          else visible.delete(date);
        }
        if (!isOnScreen(chosen.current)) chosen.current = undefined;
        setCurrent((before) => chosen.current ?? names.find((date) => visible.has(date)) ?? before);
      },
      // The margins exclude the header and the tabs, and what only begins at the bottom and is not
      // read yet.
      { rootMargin: "-160px 0px -50% 0px" },
    );
    for (const day of document.querySelectorAll("[data-date]")) observer.observe(day);
    return () => observer.disconnect();
  }, [dates]);
  const choose = (date: string) => {
    chosen.current = date;
    setCurrent(date);
  };
  return [current, choose] as const;
}

function isOnScreen(date: string | undefined): boolean {
  const day = document.querySelector(`[data-date="${date ?? ""}"]`)?.getBoundingClientRect();
  return day !== undefined && day.bottom > 0 && day.top < innerHeight;
}
