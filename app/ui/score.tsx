import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "./class-names";
import { icon, iconClass } from "./icons";

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const LARGE_STAR = icon("star", "self-center before:size-5");

export function LargeStar() {
  return LARGE_STAR;
}

const SCORE = classNames("score", iconClass("star"));

/** A score from 0 to 10, with two decimals. */
export function Score({ score }: { score: number | null }) {
  const { t, formatNumber } = useI18n();
  if (score === null) return null;
  return (
    <span className={SCORE}>
      <span className="sr-only">{`${t("ui.score")} `}</span>
      {formatNumber(score, TWO_DECIMALS)}
    </span>
  );
}
