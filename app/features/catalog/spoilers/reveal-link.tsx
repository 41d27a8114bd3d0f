import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "~/ui/class-names";
import { revealSearch } from "./reveal";

interface RevealLinkProps {
  /** An episode's number, or a name of `reveal.ts`. */
  item: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Loads the page again with what it hides. */
export function RevealLink({ item, label, className, children }: RevealLinkProps) {
  const { search } = useLocation();
  return (
    <Link
      to={{ search: revealSearch(search, item) }}
      preventScrollReset
      replace
      rel="nofollow"
      aria-label={label}
      className={classNames(
        "text-accent-text underline decoration-dotted underline-offset-4 hover:decoration-solid",
        className,
      )}
    >
      {children}
    </Link>
  );
}
