import { ChartHead } from "./chart-head";

interface ColumnChartProps {
  caption: string;
  heads: readonly [name: string, count: string];
  /** In order, without gaps; `text` is the formatted count. */
  columns: readonly { name: string; count: number; text: string }[];
  /** Every n-th column gets a label. */
  labelEvery: number;
}

/** Columns for the eye, a table for screen readers. */
export function ColumnChart({ caption, heads, columns, labelEvery }: ColumnChartProps) {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  return (
    <figure>
      <div
        aria-hidden
        className="grid h-36 auto-cols-fr grid-flow-col items-end gap-px border-b border-rule-strong"
      >
        {columns.map(({ name, count, text }) => (
          <div key={name} title={`${name}: ${text}`} className="flex h-full items-end">
            <div
              className="w-full rounded-t-[2px] bg-accent-text forced-colors:bg-[CanvasText]"
              style={{ height: `${(count / most) * 100}%` }}
            />
          </div>
        ))}
      </div>
      <div
        aria-hidden
        className="mt-1 grid auto-cols-fr grid-flow-col text-xs text-ink-faint tabular-nums"
      >
        {columns.map(({ name }, index) => (
          <span key={name} className="flex min-w-0 justify-center">
            <span className="whitespace-nowrap">{index % labelEvery === 0 ? name : null}</span>
          </span>
        ))}
      </div>
      {/* A table does not shrink to the one pixel of `sr-only`. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <ChartHead heads={heads} />
          </thead>
          <tbody>
            {columns
              .filter(({ count }) => count > 0)
              .map(({ name, text }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{text}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
