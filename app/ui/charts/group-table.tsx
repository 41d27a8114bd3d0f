import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
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
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-left text-xs text-ink-faint [&_th]:pb-1 [&_th]:font-normal [&_th:first-child]:w-[34%] [&_th:nth-child(n+3)]:w-16 [&_th:nth-child(n+3)]:text-right">
        <ChartHead heads={heads} />
      </thead>
      <tbody>
        {rows.map(({ key, name, count, text, more, to }) => (
          <tr key={key}>
            <th scope="row" className="py-0.5 pr-3 text-left align-middle font-normal">
              {to === undefined ? (
                <span className="flex min-h-8 items-center text-ink-soft">{name}</span>
              ) : (
                <Link
                  to={to}
                  className="flex min-h-8 items-center text-ink-soft hover:text-accent-text hover:underline"
                >
                  {name}
                </Link>
              )}
            </th>
            <td className="py-0.5 align-middle">
              <span className="flex items-center gap-2">
                <span
                  aria-hidden
                  className="block h-3 min-w-[3px] rounded-sm bg-accent-text forced-colors:bg-[CanvasText]"
                  style={{ width: `calc((100% - 3rem) * ${count / most})` }}
                />
                <span className="tabular-nums">{text}</span>
              </span>
            </td>
            {more.map((value, column) => (
              <td
                key={heads[column + 2]}
                className="py-0.5 text-right align-middle text-ink-soft tabular-nums"
              >
                {value ?? "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
