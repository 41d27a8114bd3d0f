import { classNames } from "./class-names";

/** A decorative bar; `part` is 0 to 1. Put the same in text beside it. */
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
