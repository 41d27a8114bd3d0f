import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "~/features/accounts/view/avatar";
import { genrePath, studioPath } from "~/features/catalog/view/anime-path";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import { Cover } from "~/features/catalog/view/cards/cover";
import { PortraitGrid } from "~/features/credits/view/portrait-grid";
import { STATE_TABS } from "~/features/watch-list/entry-tabs";
import { formatHours, formatMean } from "~/features/watch-list/statistics/view/format-statistics";
import { useI18n } from "~/i18n/i18n-context";
import { LinkChip } from "~/ui/chip";
import { FactTiles } from "~/ui/charts/fact-tiles";
import { lazyPart } from "~/ui/lazy-part";
import { Section } from "~/ui/section";
import { Banner, profileBannerUrl } from "./banner";
import type { profileData } from "~/pages/profile/profile-data.server";
import { FACT_DOT } from "~/ui/fact-dot";

// A user's own profile without titles does not load these.
const ProfileCharts = lazyPart(async () => (await import("./profile-charts")).ProfileCharts);

interface ProfilePageProps {
  data: Awaited<ReturnType<typeof profileData>>;
  name: string;
  listPath: string | null;
  actions?: ReactNode;
  images?: ReactNode;
  /** Shown in place of numbers and lists while no title is listed. */
  empty?: ReactNode;
  /** Leads to where favorites are chosen, in sections without any; those are hidden without it. */
  choose?: ReactNode;
  children?: ReactNode;
}

export function ProfilePage({
  data: { user, counts, statistics, favorites, characters, people, activity, scale },
  listPath,
  name,
  actions,
  images,
  empty,
  choose,
  children,
}: ProfilePageProps) {
  const { t, label, formatNumber } = useI18n();
  const habits = [
    user.fanaticLevel === null ? null : label("fanatic", user.fanaticLevel),
    user.frequencyOfWatch === null ? null : label("habit", user.frequencyOfWatch),
    user.preferredFormat === null ? null : label("preferredFormat", user.preferredFormat),
  ].filter((part) => part !== null);
  const isBlank =
    empty !== undefined &&
    activity.length === 0 &&
    Object.values(counts).every((count) => count === 0);
  const isShown = (chosen: readonly unknown[]) =>
    chosen.length > 0 || (!isBlank && choose !== undefined);
  return (
    <div className="page-column pt-6">
      <Banner url={user.bannerImage ?? profileBannerUrl(user.id)} />
      <header className="relative -mt-12 flex flex-wrap items-end gap-x-6 gap-y-4 px-4 md:px-8">
        <Avatar name={user.name} url={user.avatarUrl} size={112} className="ring-4 ring-paper" />
        <div className="min-w-0 grow basis-48 pb-1 md:-mb-3">
          <h1 className="text-2xl">{name}</h1>
          <p className="text-sm text-ink-soft">{[`@${user.userName}`, ...habits].join(FACT_DOT)}</p>
        </div>
        {actions === undefined ? null : <div className="button-row">{actions}</div>}
      </header>
      {user.bio === null ? null : (
        <p dir="auto" className="mt-6 max-w-prose px-4 wrap-anywhere whitespace-pre-line md:px-8">
          {user.bio}
        </p>
      )}
      {images}
      {isBlank ? empty : <Numbers totals={statistics.totals} scale={scale} />}
      {isShown(favorites) ? (
        <Section title={t("profile.favorites")}>
          {favorites.length === 0 ? choose : <AnimeGrid cards={favorites} />}
        </Section>
      ) : null}
      <RecentActivity activity={activity} />
      {isBlank ? null : (
        <Section
          title={t("profile.lists")}
          {...(listPath === null ? {} : { more: { to: listPath, label: t("publicList.open") } })}
        >
          <FactTiles
            facts={STATE_TABS.map((tab) => ({
              label: t(`listTab.${tab}`),
              value: formatNumber(counts[tab]),
            }))}
          />
        </Section>
      )}
      {characters.length === 0 ? null : (
        <Section title={t("profile.characters")}>
          <PortraitGrid links={characters} />
        </Section>
      )}
      {people.length === 0 ? null : (
        <Section title={t("profile.people")}>
          <PortraitGrid links={people} />
        </Section>
      )}
      {isBlank ? null : <ProfileCharts statistics={statistics} scale={scale} />}
      <div className="grid gap-x-12 md:grid-cols-2">
        {isShown(user.favoriteGenres) ? (
          <Section title={t("profile.genres")}>
            <Chips empty={choose}>
              {user.favoriteGenres.map((genre) => (
                <LinkChip key={genre} to={genrePath(genre)}>
                  {label("genre", genre)}
                </LinkChip>
              ))}
            </Chips>
          </Section>
        ) : null}
        {isShown(user.favoriteStudios) ? (
          <Section title={t("profile.studios")}>
            <Chips empty={choose}>
              {user.favoriteStudios.map((studio) => (
                <LinkChip key={studio} to={studioPath(studio)}>
                  {studio}
                </LinkChip>
              ))}
            </Chips>
          </Section>
        ) : null}
      </div>
      {children}
    </div>
  );
}

function Chips({ empty, children }: { empty: ReactNode; children: readonly ReactElement[] }) {
  return children.length === 0 ? empty : <div className="flex flex-wrap gap-2">{children}</div>;
}

type ProfileData = ProfilePageProps["data"];

function Numbers({
  totals,
  scale,
}: {
  totals: ProfileData["statistics"]["totals"];
  scale: ProfileData["scale"];
}) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  return (
    <Section title={t("stats.numbers")}>
      <FactTiles
        facts={[
          { label: t("stats.hours"), value: formatHours(i18n, totals.minutes) },
          { label: t("stats.episodes"), value: formatNumber(totals.episodes) },
          { label: t("stats.titles"), value: formatNumber(totals.titles) },
          {
            label: t("stats.meanScore"),
            value: totals.mean_score === null ? "–" : formatMean(i18n, totals.mean_score, scale),
          },
        ]}
      />
    </Section>
  );
}

function RecentActivity({ activity }: { activity: ProfileData["activity"] }) {
  const { t, label, formatDate } = useI18n();
  if (activity.length === 0) return null;
  return (
    <Section title={t("activity.heading")}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {activity.map(({ card, day, episodes, state }) => (
          <li key={`${card.id} ${day}`}>
            <Link
              to={card.path}
              className="group flex h-full items-center gap-4 rounded-lg border border-rule bg-raised p-3 hover:border-rule-strong"
            >
              <span className="w-12 shrink-0">
                <Cover id={card.id} color={card.color} spine={null} sizes="3rem" />
              </span>
              <span className="min-w-0">
                <span
                  lang={card.title.lang}
                  className="line-clamp-2 text-sm font-semibold group-hover:text-accent-text"
                >
                  {card.title.text}
                </span>
                <span className="mt-0.5 block text-xs text-ink-soft">
                  {[
                    state === null ? null : label("entryState", state),
                    episodes === 0 ? null : t("stats.episodeCount", { count: episodes }),
                  ]
                    .filter(Boolean)
                    .join(FACT_DOT)}
                </span>
                <time dateTime={day} className="mt-0.5 block text-xs text-ink-faint">
                  {formatDate(day, { day: "numeric", month: "short", timeZone: "UTC" })}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
