import { partStyle } from "~/ui/part-style";
import { useLinksInside } from "./use-links-inside";
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
  const grid = { gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` };
  return (
    <figure onClick={useLinksInside()}>
      <div aria-hidden className="grid h-36 gap-px border-b border-rule-strong" style={grid}>
        {columns.map(({ name, count, text, to }) => {
          const shared = {
            title: `${name}: ${text}`,
            className: "chart-column",
            style: partStyle(count / most),
          };
          return to === undefined || count === 0 ? (
            <span key={name} {...shared} />
          ) : (
            <a key={name} href={to} tabIndex={-1} {...shared} />
          );
        })}
      </div>
      <div
        aria-hidden
        className="mt-1 grid min-h-[1.35em] text-xs whitespace-nowrap text-ink-faint tabular-nums"
        style={grid}
      >
        {columns.map(({ name }, index) =>
          index % labelEvery === 0 ? (
            <span
              key={name}
              className="flex min-w-0 justify-center"
              style={{ gridColumn: index + 1 }}
            >
              {name}
            </span>
          ) : null,
        )}
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
                  <a href={to} className="inline-flex min-h-6 items-center hover:underline">
                    {name}
                  </a>
                )}
              </th>
              <td>{text}</td>
            </tr>
          ))}
      </ChartTable>
    </figure>
  );
}
