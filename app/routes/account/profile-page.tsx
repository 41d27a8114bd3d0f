import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "~/features/accounts/view/avatar";
import { genrePath, studioPath } from "~/features/catalog/view/anime-path";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import type { ListStatistics } from "~/features/watch-list/get-list-statistics.server";
import { LIST_TABS } from "~/features/watch-list/view/list-tabs";
import { useI18n } from "~/i18n/i18n-context";
import { BarList } from "~/ui/charts/bar-list";
import { ColumnChart } from "~/ui/charts/column-chart";
import { LinkChip } from "~/ui/chip";
import { Section } from "~/ui/section";
import { Banner } from "./profile-images";
import type { profileData } from "./profile-data.server";

interface ProfilePageProps {
  data: Awaited<ReturnType<typeof profileData>>;
  name: string;
  /** Beside the name, for the owner. */
  actions?: ReactNode;
  /** Image controls, for the owner. */
  images?: ReactNode;
  children?: ReactNode;
}

export function ProfilePage({
  data: { user, counts, statistics, favorites },
  name,
  actions,
  images,
  children,
}: ProfilePageProps) {
  const { t, label, formatNumber } = useI18n();
  const habits = [
    user.fanaticLevel === null ? null : label("fanatic", user.fanaticLevel),
    user.frequencyOfWatch === null ? null : label("habit", user.frequencyOfWatch),
    user.preferredFormat === null ? null : label("preferredFormat", user.preferredFormat),
  ].filter((part) => part !== null);
  return (
    <div className="page-column pt-6">
      <Banner address={user.bannerImage} />
      <header className="relative -mt-12 flex flex-wrap items-end gap-x-6 gap-y-4 px-4 md:px-8">
        <Avatar
          name={user.name}
          address={user.avatarUrl}
          size={112}
          className="ring-4 ring-paper"
        />
        <div className="min-w-0 grow basis-48 pb-1 md:-mb-3">
          <h1 className="text-2xl">{name}</h1>
          <p className="text-sm text-ink-soft">{[`@${user.userName}`, ...habits].join(" · ")}</p>
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {images}
      <Section title={t("profile.lists")}>
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {LIST_TABS.map((type) => (
            <div
              key={type}
              className="flex flex-col-reverse rounded-lg border border-rule bg-raised p-4"
            >
              <dt className="text-sm text-ink-soft">{label("collection", type)}</dt>
              <dd className="font-display text-3xl font-bold tabular-nums">
                {formatNumber(counts[type])}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Charts statistics={statistics} />
      <Section title={t("profile.favorites")}>
        {favorites.length === 0 ? <None /> : <AnimeGrid cards={favorites} />}
      </Section>
      <div className="grid gap-x-12 md:grid-cols-2">
        <Section title={t("profile.genres")}>
          <Chips>
            {user.favoriteGenres.map((genre) => (
              <LinkChip key={genre} to={genrePath(genre)}>
                {label("genre", genre)}
              </LinkChip>
            ))}
          </Chips>
        </Section>
        <Section title={t("profile.studios")}>
          <Chips>
            {user.favoriteStudios.map((studio) => (
              <LinkChip key={studio} to={studioPath(studio)}>
                {studio}
              </LinkChip>
            ))}
          </Chips>
        </Section>
      </div>
      {children}
    </div>
  );
}

function None() {
  const { t } = useI18n();
  return <p className="text-sm text-ink-soft">{t("profile.none")}</p>;
}

function Chips({ children }: { children: readonly ReactElement[] }) {
  return children.length === 0 ? <None /> : <div className="flex flex-wrap gap-2">{children}</div>;
}

/** More would overlap on a phone. */
const MAX_LABELS = 6;

function Charts({ statistics: { genres, years, scores } }: { statistics: ListStatistics }) {
  const { t, label, formatNumber } = useI18n();
  if (genres.length + years.length + scores.length === 0) return null;
  const titles = t("profile.titles");
  const byYear = withZeros(years);
  const byScore = withZeros(
    scores.length === 0
      ? []
      : [
          { value: 1, count: 0 },
          ...scores.filter(({ value }) => value > 1),
          { value: 10, count: 0 },
        ],
  );
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      {genres.length === 0 ? null : (
        <Section title={t("profile.chart.genres")} className="lg:row-span-2">
          <BarList
            caption={t("profile.chart.genres.caption")}
            heads={[t("profile.genre"), titles]}
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
      {byYear.length === 0 ? null : (
        <Section title={t("profile.chart.years")}>
          <ColumnChart
            caption={t("profile.chart.years.caption")}
            heads={[t("profile.year"), titles]}
            columns={byYear.map(({ value, count }) => ({
              name: String(value),
              count,
              text: t("profile.titleCount", { count }),
            }))}
            labelEvery={Math.max(1, Math.ceil(byYear.length / MAX_LABELS))}
          />
        </Section>
      )}
      {byScore.length === 0 ? null : (
        <Section title={t("profile.chart.scores")}>
          <ColumnChart
            caption={t("profile.chart.scores.caption")}
            heads={[t("profile.score"), titles]}
            columns={byScore.map(({ value, count }) => ({
              name: String(value),
              count,
              text: t("profile.titleCount", { count }),
            }))}
            labelEvery={1}
          />
        </Section>
      )}
    </div>
  );
}

/** Adds missing values as zeros and sums repeated ones. */
function withZeros(counts: ListStatistics["years"]): ListStatistics["years"] {
  const countByValue = new Map<number, number>();
  for (const { value, count } of counts)
    countByValue.set(value, (countByValue.get(value) ?? 0) + count);
  const values = [...countByValue.keys()];
  if (values.length === 0) return [];
  const first = Math.min(...values);
  return Array.from({ length: Math.max(...values) - first + 1 }, (_, index) => ({
    value: first + index,
    count: countByValue.get(first + index) ?? 0,
  }));
}
