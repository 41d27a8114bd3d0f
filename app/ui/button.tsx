import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { classNames } from "./class-names";

/** One `primary` per view, `quiet` for the rest, `bare` inside bars and rows. */
export type ButtonWeight = "primary" | "quiet" | "bare";

const WEIGHTS: Record<ButtonWeight, string> = {
  primary:
    "bg-accent text-on-accent hover:brightness-110 active:brightness-95 font-semibold px-5 forced-colors:border",
  quiet:
    "border border-rule-strong bg-transparent text-ink hover:border-ink hover:bg-raised font-medium px-5",
  bare: "text-ink-soft hover:text-ink hover:bg-raised font-medium px-3",
};

/** For links that are not the router's. */
export function buttonClass(weight: ButtonWeight, className?: string): string {
  return classNames(
    "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md text-sm whitespace-nowrap [&_svg]:shrink-0 transition-[background-color,border-color,color,filter]",
    WEIGHTS[weight],
    className,
  );
}

interface WeightProps {
  weight?: ButtonWeight;
}

export function Button({
  weight = "quiet",
  className,
  type = "button",
  ...rest
}: WeightProps & ComponentProps<"button">) {
  return <button type={type} className={buttonClass(weight, className)} {...rest} />;
}

export function ButtonLink({ weight = "quiet", className, ...rest }: WeightProps & LinkProps) {
  return <Link className={buttonClass(weight, className)} {...rest} />;
}
