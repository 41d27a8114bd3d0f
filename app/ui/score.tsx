import { useI18n } from "~/i18n/i18n-context";

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Lucide's star; a page has a hundred, and the package's renders twelve times slower. */
const star = (className: string) => (
  <svg viewBox="0 0 24 24" aria-hidden className={className}>
    <path d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.12 2.12 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.12 2.12 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.12 2.12 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.12 2.12 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.12 2.12 0 0 0 1.597-1.16z" />
  </svg>
);
const STAR = star("size-3 translate-y-px fill-current");
const LARGE_STAR = star("size-5 self-center fill-current");

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
