import { Link } from "react-router";
import { listTitles } from "~/features/catalog/list-titles.server";
import { shownTitle } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import { dayInWords } from "~/features/catalog/view/facts";
import { Avatar, pictureUrl } from "~/features/accounts/view/avatar";
import { getProfile } from "~/features/profile/get-profile.server";
import { COLLECTION_TYPES } from "~/features/watch-list/collection-types";
import { countEntries } from "~/features/watch-list/count-entries.server";
import { scopeContext } from "~/http/context";
import { requirePageSession } from "~/http/session/page-session.server";
import { visitorContext } from "~/http/pages/visitor-settings";
import { ButtonLink } from "~/ui/button";
import { LinkChip } from "~/ui/chip";
import { Section } from "~/ui/section";
import type { Route } from "./+types/profile";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { db } = scope.services;
  const { parentalControl, titleLanguage } = context.get(visitorContext);
  const { user } = await requirePageSession(request, scope);
  const [profile, counts] = await Promise.all([getProfile(db, user.id), countEntries(db, user.id, { hideMature: parentalControl })]);
  const favorites = await listTitles(db, profile.favorite_animes, parentalControl);
  return {
    profile,
    userName: user.userName,
    counts,
    favorites: favorites.map((line) => ({ id: line.mal_id, path: animePath(line), title: shownTitle(line, titleLanguage) })),
  };
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { profile, userName, counts, favorites } = loaderData;
  const name = [profile.name, profile.last_name].filter((part) => part !== null).join(" ");
  const habits = [profile.fanatic_level, profile.frequency_of_watch && `watches ${profile.frequency_of_watch.toLowerCase()}`, profile.preferred_format && formatInWords(profile.preferred_format)].filter(Boolean);
  return (
    <div className="page-column pt-6">
      {profile.banner_image === null ? (
        <div aria-hidden className="h-28 rounded-lg bg-[linear-gradient(100deg,var(--paper-sunken),color-mix(in_oklab,var(--accent)_55%,var(--paper-sunken)))] md:h-44" />
      ) : (
        <img src={pictureUrl(profile.banner_image, 1600)} alt="" className="aspect-[1080/300] w-full rounded-lg bg-sunken object-cover" />
      )}
      <header className="relative -mt-12 flex flex-wrap items-end gap-x-6 gap-y-4 px-4 md:px-8">
        <Avatar name={profile.name} address={profile.avatar_url} size={112} className="ring-4 ring-paper" />
        <div className="min-w-0 grow pb-1">
          <h1 className="text-2xl">{name}</h1>
          <p className="text-sm text-ink-soft">{[`@${userName}`, ...habits].join(" · ")}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/signup/profile?edit=1">Edit about you</ButtonLink>
          <ButtonLink to="/signup/tastes?edit=1">Edit tastes</ButtonLink>
        </div>
      </header>
      <Section title="Lists">
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {COLLECTION_TYPES.map((type) => (
            <div key={type} className="flex flex-col-reverse rounded-lg border border-rule bg-raised p-4">
              <dt className="text-sm text-ink-soft">{type}</dt>
              <dd className="font-display text-3xl font-bold tabular-nums">{counts[type]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Favourite titles">
        <Chips none="None yet.">
          {favorites.map(({ id, path, title }) => (
            <LinkChip key={id} to={path}>
              <span lang={title.lang}>{title.text}</span>
            </LinkChip>
          ))}
        </Chips>
      </Section>
      <div className="grid gap-x-12 md:grid-cols-2">
        <Section title="Genres">
          <Chips none="None yet.">{profile.favorite_genres.map((genre) => <LinkChip key={genre} to={`/genre/${encodeURIComponent(genre)}`}>{genre}</LinkChip>)}</Chips>
        </Section>
        <Section title="Studios">
          <Chips none="None yet.">{profile.favorite_studios.map((studio) => <LinkChip key={studio} to={`/studio/${encodeURIComponent(studio)}`}>{studio}</LinkChip>)}</Chips>
        </Section>
      </div>
      {profile.birthday === null ? null : <p className="mt-10 text-sm text-ink-soft">Birthday: {dayInWords(profile.birthday)}</p>}
      <p className="mt-6 text-sm text-ink-soft">
        Your profile is yours alone: nobody else sees this page.{" "}
        <Link to="/settings" className="font-medium text-accent-text underline underline-offset-4">
          Settings
        </Link>
      </p>
    </div>
  );
}

function Chips({ none, children }: { none: string; children: readonly React.ReactElement[] }) {
  return children.length === 0 ? <p className="text-sm text-ink-soft">{none}</p> : <div className="flex flex-wrap gap-2">{children}</div>;
}

function formatInWords(format: string): string {
  return format === "No preference" ? "any format" : `prefers ${format}`;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Profile · Akari" }, { name: "robots", content: "noindex" }];
}
