import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { LinkProps } from "react-router";
import { classNames } from "./class-names";

/** One `primary` per view, `quiet` for the rest, `bare` inside bars and rows. */
export type ButtonWeight = "primary" | "quiet" | "bare";

const WEIGHTS: Record<ButtonWeight, string> = {
  primary: "button-primary",
  quiet: "button-quiet",
  bare: "button-bare",
};

/** Makes a button of a link that is not the router's. */
export function buttonClass(weight: ButtonWeight, className?: string): string {
  return classNames("button", WEIGHTS[weight], className);
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
