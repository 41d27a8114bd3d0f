import { Star } from "lucide-react";
import { useWords } from "~/language/words-context";

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** A score of 0 to 10 with two decimals, or nothing where there is none. */
export function Score({ score }: { score: number | null }) {
  const { t, number } = useWords();
  if (score === null) return null;
  return (
    <span className="inline-flex items-center gap-1 font-medium text-ink tabular-nums">
      <Star aria-hidden className="size-3 fill-current stroke-none" />
      <span className="sr-only">{t("ui.score")} </span>
      {number(score, TWO_DECIMALS)}
    </span>
  );
}
