import { classNames } from "./class-names";
import { partStyle } from "./part-style";

interface ProgressBarProps {
  /** 0 to 1; null without a known end. With 0 or null only the place of a bar is kept. */
  part: number | null;
  className?: string;
}

/** Decorative; put the same in text beside it. */
export function ProgressBar({ part, className }: ProgressBarProps) {
  return (
    <span
      aria-hidden
      className={classNames("progress", (part ?? 0) === 0 && "invisible", className)}
      style={partStyle(part ?? 0)}
    />
  );
}
