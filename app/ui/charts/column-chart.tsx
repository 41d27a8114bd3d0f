import { Link } from "react-router";
import { ChartHead } from "./chart-head";
import { ChartTable } from "./chart-table";

export interface ChartColumn {
  name: string;
  count: number;
  text: string;
  to?: string | undefined;
}

interface ColumnChartProps {
  caption: string;
  heads: readonly [name: string, count: string];
  columns: readonly ChartColumn[];
  labelEvery: number;
}

/** A table follows, whose links are easier to hit. */
export function ColumnChart({ caption, heads, columns, labelEvery }: ColumnChartProps) {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  return (
    <figure>
      <div
        aria-hidden
        className="grid h-36 auto-cols-fr grid-flow-col items-end gap-px border-b border-rule-strong"
      >
        {columns.map(({ name, count, text, to }) => {
          const bar = (
            <span
              className="block w-full rounded-t-[2px] bg-accent-text transition-opacity group-hover/column:opacity-75 forced-colors:bg-[CanvasText]"
              style={{ height: `${(count / most) * 100}%` }}
            />
          );
          const title = `${name}: ${text}`;
          const className = "group/column flex h-full items-end";
          return to === undefined || count === 0 ? (
            <span key={name} title={title} className={className}>
              {bar}
            </span>
          ) : (
            <Link key={name} to={to} tabIndex={-1} title={title} className={className}>
              {bar}
            </Link>
          );
        })}
      </div>
      <div
        aria-hidden
        className="mt-1 grid auto-cols-fr grid-flow-col text-xs text-ink-faint tabular-nums"
      >
        {columns.map(({ name }, index) => (
          <span key={name} className="flex min-w-0 justify-center">
            {index % labelEvery === 0 ? <span className="whitespace-nowrap">{name}</span> : null}
          </span>
        ))}
      </div>
      <ChartTable caption={caption} head={<ChartHead heads={heads} />}>
        {columns
          .filter(({ count }) => count > 0)
          .map(({ name, text, to }) => (
            <tr key={name}>
              <th scope="row">
                {to === undefined ? (
                  name
                ) : (
                  <Link to={to} className="inline-flex min-h-6 items-center hover:underline">
                    {name}
                  </Link>
                )}
              </th>
              <td>{text}</td>
            </tr>
          ))}
      </ChartTable>
    </figure>
  );
}
