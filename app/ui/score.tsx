import { Star } from "lucide-react";

/** A score of 0 to 10 with two decimals, or nothing where there is none. */
export function Score({ score }: { score: number | null }) {
  if (score === null) return null;
  return (
    <span className="inline-flex items-center gap-1 font-medium text-ink tabular-nums">
      <Star aria-hidden className="size-3 fill-current stroke-none" />
      <span className="sr-only">Score </span>
      {score.toFixed(2)}
    </span>
  );
}
