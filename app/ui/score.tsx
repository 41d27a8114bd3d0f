import { useI18n } from "~/i18n/i18n-context";
import { icon } from "./icons";

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const STAR = icon("star", "size-3 translate-y-px fill-current");
const LARGE_STAR = icon("star", "size-5 self-center fill-current");

export function LargeStar() {
  return LARGE_STAR;
}

/** 0 to 10, two decimals. */
export function Score({ score }: { score: number | null }) {
  const { t, formatNumber } = useI18n();
  if (score === null) return null;
  return (
    <span className="inline-flex items-baseline gap-1 font-medium text-ink tabular-nums">
      {STAR}
      <span className="sr-only">{t("ui.score")} </span>
      {formatNumber(score, TWO_DECIMALS)}
    </span>
  );
}
