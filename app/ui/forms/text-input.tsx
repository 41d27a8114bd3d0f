import type { ComponentProps } from "react";
import { classNames } from "~/ui/class-names";

export const CONTROL =
  "w-full min-h-11 rounded-md border border-rule-strong bg-raised px-3 text-base md:text-sm text-ink placeholder:text-ink-faint hover:border-ink-soft";

/** Label it with `Field` or `aria-label`. */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} className={classNames(CONTROL, className)} {...rest} />;
}
