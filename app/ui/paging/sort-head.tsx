import type { ReactNode } from "react";
import { Link } from "react-router";

interface SortHeadProps {
  /** The same table, sorted by the column, or the other way round. */
  to: string;
  /** How the table is sorted by the column now. */
  sorted: "ascending" | "descending" | undefined;
  children: ReactNode;
}

/** The head of a column by which a table can be sorted. */
export function SortHead({ to, sorted, children }: SortHeadProps) {
  return (
    <th scope="col" aria-sort={sorted}>
      <Link to={to} preventScrollReset className="sort-link">
        {children}
      </Link>
    </th>
  );
}
