import { Link } from "react-router";
import { genrePath } from "~/features/catalog/view/anime-path";
import { ScoreSection, YearSection } from "~/features/watch-list/statistics/view/statistics-charts";
import { useI18n } from "~/i18n/i18n-context";
import { BarList } from "~/ui/charts/bar-list";
import { Section } from "~/ui/section";
import type { profileData } from "~/pages/profile/profile-data.server";

/** The genres, years and scores of a list. */
export function ProfileCharts({
  statistics: { genres, by_year, scores },
  scale,
}: Pick<Awaited<ReturnType<typeof profileData>>, "statistics" | "scale">) {
  const { t, label, formatNumber } = useI18n();
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      {genres.length === 0 ? null : (
        <Section title={t("profile.chart.genres")} className="lg:row-span-2">
          <BarList
            caption={t("profile.chart.genres.caption")}
            heads={[t("profile.genre"), t("profile.titles")]}
            rows={genres.map(({ name, count }) => ({
              key: name,
              name: (
                <Link
                  to={genrePath(name)}
                  className="inline-flex min-h-8 items-center hover:text-accent-text hover:underline"
                >
                  {label("genre", name)}
                </Link>
              ),
              count,
              text: formatNumber(count),
            }))}
          />
        </Section>
      )}
      <YearSection years={by_year} />
      <ScoreSection scores={scores} scale={scale} />
    </div>
  );
}
