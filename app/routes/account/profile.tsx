import { Link, redirect } from "react-router";
import { Invalid } from "~/errors/app-error";
import { listTitles } from "~/features/catalog/list-titles.server";
import { shownTitle } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import { dayInWords } from "~/features/catalog/view/facts";
import { Avatar } from "~/features/accounts/view/avatar";
import { getProfile } from "~/features/profile/get-profile.server";
import { updateProfile } from "~/features/profile/save-profile.server";
import { COLLECTION_TYPES } from "~/features/watch-list/collection-types";
import { countEntries } from "~/features/watch-list/count-entries.server";
import { scopeContext } from "~/http/context";
import { takePicture, withPictureForm } from "~/http/pages/picture-form.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { visitorContext } from "~/http/pages/visitor-settings";
import { wordsContext } from "~/http/pages/words-context.server";
import { useWords } from "~/language/words-context";
import { ButtonLink } from "~/ui/button";
import { LinkChip } from "~/ui/chip";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import { FormSuccess } from "~/ui/forms/form-field";
import { Section } from "~/ui/section";
import { Banner, ProfilePictures } from "./profile-pictures";
import type { Route } from "./+types/profile";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { db } = scope.services;
  const { parentalControl, titleLanguage } = context.get(visitorContext);
  const { user } = await requirePageSession(request, scope);
  const [profile, counts] = await Promise.all([getProfile(db, user.id), countEntries(db, user.id, { hideMature: parentalControl })]);
  const favorites = await listTitles(db, profile.favorite_animes, parentalControl);
  return {
    done: new URL(request.url).searchParams.get("done") === "picture",
    profile,
    userName: user.userName,
    counts,
    favorites: favorites.map((line) => ({ id: line.mal_id, path: animePath(line), title: shownTitle(line, titleLanguage) })),
  };
}

/** Saves the picture or the banner, or takes it away. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const { user } = await requirePageSession(request, scope);
  const sender = { request, scope, userId: user.id };
  return withPictureForm(sender, async (body) => {
    const pictures = { avatar: await takePicture(body, "avatar", sender), banner_image: await takePicture(body, "banner_image", sender) };
    if (pictures.avatar === undefined && pictures.banner_image === undefined) {
      const isBanner = typeof body.value === "object" && body.value !== null && "picture" in body.value && body.value.picture === "banner_image";
      throw new Invalid([{ path: isBanner ? "banner_image_file" : "avatar_file", message: context.get(wordsContext).t("pictures.chooseFirst") }]);
    }
    await updateProfile(scope.services.db, user.id, pictures);
    return redirect("/profile?done=picture");
  });
}

/** The same form where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (words) => unanswered(words));
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const words = useWords();
  const { t } = words;
  const { done, profile, userName, counts, favorites } = loaderData;
  const name = [profile.name, profile.last_name].filter((part) => part !== null).join(" ");
  const habits = [profile.fanatic_level, profile.frequency_of_watch && `watches ${profile.frequency_of_watch.toLowerCase()}`, profile.preferred_format && formatInWords(profile.preferred_format)].filter(Boolean);
  return (
    <div className="page-column pt-6">
      <Banner address={profile.banner_image} />
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
      {done && actionData?.failure === undefined ? (
        <div className="mt-6 px-4 md:px-8">
          <FormSuccess>{t("pictures.saved")}</FormSuccess>
        </div>
      ) : null}
      <details open={actionData?.failure !== undefined} className="mt-6 px-4 md:px-8">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-accent-text underline underline-offset-4">{t("pictures.change")}</summary>
        <div className="mt-2 max-w-2xl">
          <ProfilePictures profile={profile} failure={actionData?.failure} />
        </div>
      </details>
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
      {profile.birthday === null ? null : <p className="mt-10 text-sm text-ink-soft">Birthday: {dayInWords(words, profile.birthday)}</p>}
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
