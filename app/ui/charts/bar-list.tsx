import type { ReactNode } from "react";
import { ChartHead } from "./chart-head";

interface BarListProps {
  caption: string;
  heads: readonly [name: string, count: string];
  rows: readonly { key: string; name: ReactNode; count: number; text: string }[];
}

export function BarList({ caption, heads, rows }: BarListProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <ChartHead heads={heads} />
      </thead>
      <tbody>
        {rows.map(({ key, name, count, text }) => (
          <tr key={key}>
            <th
              scope="row"
              className="w-32 py-1 pr-3 text-left align-middle font-normal text-ink-soft sm:w-40"
            >
              {name}
            </th>
            <td className="py-1 align-middle">
              <span className="flex items-center gap-2.5">
                <span className="block min-w-0 grow">
                  <span
                    aria-hidden
                    className="block h-3 min-w-[3px] rounded-sm bg-accent-text forced-colors:bg-[CanvasText]"
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </span>
                <span className="w-10 shrink-0 text-right tabular-nums">{text}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
