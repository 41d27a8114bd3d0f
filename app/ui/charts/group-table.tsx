import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { useLinksInside } from "./use-links-inside";
import { ChartHead } from "./chart-head";

export interface GroupRow {
  key: string;
  name: ReactNode;
  count: number;
  text: string;
  more: readonly (string | null)[];
  to?: string | undefined;
}

interface GroupTableProps {
  caption: string;
  heads: readonly string[];
  rows: readonly GroupRow[];
  shown?: number;
}

export function GroupTable({ caption, heads, rows, shown = rows.length }: GroupTableProps) {
  const { t, formatNumber } = useI18n();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const rest = rows.slice(shown);
  return (
    <>
      <Rows caption={caption} heads={heads} rows={rows.slice(0, shown)} most={most} />
      {rest.length === 0 ? null : (
        <details className="mt-2">
          <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm text-ink-soft hover:text-accent-text md:min-h-9">
            {t("stats.showAll", { count: formatNumber(rest.length) })}
          </summary>
          <Rows caption={caption} heads={heads} rows={rest} most={most} />
        </details>
      )}
    </>
  );
}

function Rows({
  caption,
  heads,
  rows,
  most,
}: Pick<GroupTableProps, "caption" | "heads" | "rows"> & { most: number }) {
  return (
    <table
      onClick={useLinksInside()}
      className="w-full table-fixed text-sm tabular-nums [&_td]:py-0.5 [&_td]:align-middle [&_td]:whitespace-nowrap [&_td:nth-child(n+3)]:text-right [&_td:nth-child(n+3)]:text-ink-soft [&_tbody_th]:py-0.5 [&_tbody_th]:pr-3 [&_tbody_th]:text-left [&_tbody_th]:align-middle [&_tbody_th]:font-normal"
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="text-left text-xs text-ink-faint [&_th]:pb-1 [&_th]:font-normal [&_th:first-child]:w-[34%] [&_th:nth-child(n+3)]:w-16 [&_th:nth-child(n+3)]:text-right">
        <ChartHead heads={heads} />
      </thead>
      <tbody>
        {rows.map(({ key, name, count, text, more, to }) => (
          <tr key={key}>
            <th scope="row">
              {to === undefined ? (
                <span className="flex min-h-8 items-center text-ink-soft">{name}</span>
              ) : (
                <a
                  href={to}
                  className="flex min-h-8 items-center text-ink-soft hover:text-accent-text hover:underline"
                >
                  {name}
                </a>
              )}
            </th>
            <td>
              <span
                aria-hidden
                className="mr-2 inline-block h-3 min-w-[3px] rounded-sm bg-accent-text align-middle forced-colors:bg-[CanvasText]"
                style={{ width: `calc((100% - 3rem) * ${(count / most).toFixed(3)})` }}
              />
              {text}
            </td>
            {more.map((value, column) => (
              <td key={heads[column + 2]}>{value ?? "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
