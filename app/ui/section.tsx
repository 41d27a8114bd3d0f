import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names";
import { icon } from "./icons";

interface SectionProps {
  title: string;
  more?: { to: string; label: string };
  controls?: ReactNode;
  className?: string;
  /** The id that links lead to. */
  anchor?: string;
  children: ReactNode;
}

/** A landmark named by its heading. */
export function Section({ title, more, controls, className, anchor, children }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className={classNames("mt-12", className)}>
      <div className="mb-4 flex min-h-11 flex-wrap items-center gap-x-2 sm:gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more === undefined ? null : <MoreLink {...more} />}
        {controls === undefined ? null : <div className="ml-auto">{controls}</div>}
      </div>
      {children}
    </section>
  );
}

function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="group/more inline-flex whitespace-nowrap min-h-11 items-center gap-1.5 text-sm text-ink-soft hover:text-accent-text"
    >
      {label}
      {icon("arrow", "transition-transform group-hover/more:translate-x-0.5")}
    </Link>
  );
}
