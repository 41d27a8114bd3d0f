import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { pageNumbers } from "./page-numbers";
import { icon } from "~/ui/icons";

interface PaginationProps {
  current: number;
  last: number;
  pageHref: (page: number) => string;
}

export function Pagination({ current, last, pageHref }: PaginationProps) {
  const { t, formatNumber } = useI18n();
  if (last <= 1) return null;
  return (
    <nav
      aria-label={t("ui.pages")}
      className="mt-10 flex flex-wrap items-center justify-center gap-1"
    >
      {current > 1 ? (
        <ButtonLink
          weight="bare"
          to={pageHref(Math.min(current - 1, last))}
          rel="prev"
          aria-label={t("ui.previousPage")}
        >
          {icon("left")}
        </ButtonLink>
      ) : null}
      {pageNumbers(Math.min(current, last), last).map((mark, index) =>
        mark === "gap" ? (
          <span key={`gap-${index}`} className="px-1 text-ink-faint">
            …
          </span>
        ) : (
          <ButtonLink
            key={mark}
            weight="bare"
            to={pageHref(mark)}
            aria-label={t("ui.page", { number: mark })}
            aria-current={mark === current ? "page" : undefined}
            className={classNames(
              "tabular-nums",
              mark === current &&
                "bg-raised font-semibold text-ink ring-1 ring-rule-strong ring-inset",
            )}
          >
            {formatNumber(mark)}
          </ButtonLink>
        ),
      )}
      {current < last ? (
        <ButtonLink
          weight="bare"
          to={pageHref(current + 1)}
          rel="next"
          aria-label={t("ui.nextPage")}
        >
          {icon("right")}
        </ButtonLink>
      ) : null}
    </nav>
  );
}
