import { classNames } from "./class-names";

/** Decorative; put the same in text beside it. `part` is 0 to 1. */
export function ProgressBar({ part, className }: { part: number; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "block h-1 overflow-hidden rounded-sm bg-rule forced-colors:bg-[GrayText]",
        className,
      )}
    >
      <span
        className="block h-full bg-accent forced-colors:bg-[Highlight]"
        style={{ width: `${part * 100}%` }}
      />
    </span>
  );
}
