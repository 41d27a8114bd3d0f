import type { ReactNode } from "react";
import { Link } from "react-router";

interface TabLinkProps {
  to: string;
  isCurrent: boolean;
  children: ReactNode;
}

/** A tab that leads to one of the pages with the same head. */
export function TabLink({ to, isCurrent, children }: TabLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      className="inline-flex min-h-11 min-w-6 items-center justify-center border-b-2 border-transparent text-sm text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      {children}
    </Link>
  );
}
