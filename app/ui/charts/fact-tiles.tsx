import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";

export interface Fact {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

export function FactTiles({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classNames("grid grid-cols-2 gap-3", columnsFor(facts.length))}>
      {facts.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col rounded-lg border border-rule bg-raised p-4 max-md:odd:last:col-span-2"
        >
          <dt className="order-2 text-sm text-ink-soft">{label}</dt>
          <dd className="order-1 font-display text-2xl font-bold break-words tabular-nums xl:text-3xl">
            {value}
          </dd>
          {note === undefined ? null : (
            <dd className="order-3 mt-1 text-xs text-ink-faint tabular-nums">{note}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Chooses columns that leave no gap in the last row, where there are such. */
function columnsFor(count: number): string {
  if (count % 4 === 0) return "md:grid-cols-4";
  if (count % 3 === 0) return "md:grid-cols-3 xl:grid-cols-6";
  return count % 5 === 0 ? "md:grid-cols-5" : "md:grid-cols-4";
}
