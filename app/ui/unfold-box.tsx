import { ChevronDown } from "lucide-react";

/** Shows on a phone what is `folded` in its parent, a `fold`. It needs no script. */
export function UnfoldBox({ label }: { label: string }) {
  return (
    <label className="unfold inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-sm font-medium text-accent-text has-focus-visible:outline-2 md:hidden">
      <input type="checkbox" autoComplete="off" className="peer sr-only" />
      {label}
      <ChevronDown aria-hidden className="size-4 peer-checked:rotate-180" />
    </label>
  );
}
