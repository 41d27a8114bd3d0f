import { classNames } from "./class-names";

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
      className={classNames(
        "block h-1 overflow-hidden rounded-sm bg-rule forced-colors:bg-[GrayText]",
        (part ?? 0) === 0 && "invisible",
        className,
      )}
    >
      <span
        className="block h-full bg-accent forced-colors:bg-[Highlight]"
        style={{ width: `${(part ?? 0) * 100}%` }}
      />
    </span>
  );
}
