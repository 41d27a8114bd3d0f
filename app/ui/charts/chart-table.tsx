import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";

interface ChartTableProps {
  caption: string;
  head: ReactNode;
  children: ReactNode;
}

export function ChartTable({ caption, head, children }: ChartTableProps) {
  const { t } = useI18n();
  return (
    <details className="mt-3">
      <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm text-ink-soft hover:text-accent-text md:min-h-9">
        {t("stats.showTable")}
      </summary>
      <div
        role="region"
        aria-label={caption}
        tabIndex={0}
        className="mt-1 max-h-80 overflow-auto rounded-md border border-rule"
      >
        <table className="w-full text-sm [&_td]:text-right [&_td]:tabular-nums [&_th]:text-left [&_th]:font-normal [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-1.5 [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-raised [&_thead_th]:text-xs [&_thead_th]:text-ink-faint [&_thead_th:not(:first-child)]:text-right">
          <caption className="sr-only">{caption}</caption>
          <thead>{head}</thead>
          <tbody className="divide-y divide-rule">{children}</tbody>
        </table>
      </div>
    </details>
  );
}
