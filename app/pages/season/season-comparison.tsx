import { offsetSeason, type SeasonOfYear } from "~/features/schedule/season";
import type { SeasonPage } from "./present-season.server";
import { useI18n } from "~/i18n/i18n-context";
import type { NameOf } from "./season-navigation";
import { FACT_DOT } from "~/ui/fact-dot";

/** Compares a season with the one before. */
export function SeasonComparison({
  season,
  nameOf,
  comparison,
  returning,
  fromLastSeason,
}: Pick<SeasonPage, "comparison" | "returning" | "fromLastSeason"> & {
  season: SeasonOfYear;
  nameOf: NameOf;
}) {
  const { t, formatNumber } = useI18n();
  const last = nameOf(offsetSeason(season, -1));
  return (
    <details className="mt-12 max-w-xl rounded-lg bg-raised px-4 py-1">
      <summary className="unfolds flex min-h-11 cursor-pointer list-none items-center text-sm font-semibold">
        {t("season.compare", { season: last })}
      </summary>
      <p className="mb-3 text-sm text-ink-soft">
        {[
          t("season.compare.returning", { count: returning }),
          t("season.compare.fromLast", { count: fromLastSeason, season: last }),
        ].join(FACT_DOT)}
      </p>
      <table className="mb-3 w-full text-sm">
        <thead>
          <tr className="text-left text-ink-faint">
            <th scope="col" className="py-1 font-normal">
              {t("season.compare.type")}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t("season.compare.before")}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t("season.compare.now")}
            </th>
          </tr>
        </thead>
        <tbody>
          {comparison.map(({ type, now, then }) => (
            <tr key={type} className="border-t border-rule tabular-nums">
              <th scope="row" className="py-1.5 text-left font-medium">
                {type}
              </th>
              <td className="py-1.5 text-right text-ink-soft">{formatNumber(then)}</td>
              <td className="py-1.5 text-right">{formatNumber(now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
