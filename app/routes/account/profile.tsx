import { Link, redirect } from "react-router";
import { Invalid } from "~/errors/app-error";
import { getProfile } from "~/features/profile/get-profile.server";
import { updateProfile } from "~/features/profile/save-profile.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { scopeContext } from "~/http/context";
import { unlistedPageMeta } from "~/http/pages/page-words";
import { takePicture, withPictureForm } from "~/http/pages/picture-form.server";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { requirePageSession } from "~/http/session/page-session.server";
import { Rich, useWords } from "~/language/words-context";
import { ButtonLink } from "~/ui/button";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import { FormSuccess } from "~/ui/forms/form-field";
import { profileData } from "./profile-data.server";
import { ProfilePage } from "./profile-page";
import { ProfilePictures } from "./profile-pictures";
import type { Route } from "./+types/profile";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { db } = scope.services;
  const { user } = await requirePageSession(request, scope);
  const profile = await getProfile(db, user.id);
  const shown = {
    id: user.id,
    name: profile.name,
    userName: user.userName,
    avatarUrl: profile.avatar_url,
    bannerImage: profile.banner_image,
    frequencyOfWatch: profile.frequency_of_watch,
    fanaticLevel: profile.fanatic_level,
    preferredFormat: profile.preferred_format,
    favoriteAnimes: profile.favorite_animes,
    favoriteGenres: profile.favorite_genres,
    favoriteStudios: profile.favorite_studios,
  };
  return {
    ...(await profileData(db, shown, context.get(visitorContext))),
    done: new URL(request.url).searchParams.get("done") === "picture",
    name: [profile.name, profile.last_name].filter((part) => part !== null).join(" "),
    birthday: profile.birthday,
    publicPath: readSitePreferences(user.preferences.site).publicProfile
      ? `/user/${user.id}`
      : null,
  };
}

/** Saves the picture or the banner, or takes it away. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const { user } = await requirePageSession(request, scope);
  const sender = { request, scope, userId: user.id };
  return withPictureForm(sender, async (body) => {
    const pictures = {
      avatar: await takePicture(body, "avatar", sender),
      banner_image: await takePicture(body, "banner_image", sender),
    };
    if (pictures.avatar === undefined && pictures.banner_image === undefined) {
      const isBanner =
        typeof body.value === "object" &&
        body.value !== null &&
        "picture" in body.value &&
        body.value.picture === "banner_image";
      throw new Invalid([
        {
          path: isBanner ? "banner_image_file" : "avatar_file",
          message: scope.words.t("pictures.chooseFirst"),
        },
      ]);
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
  const { t, date } = useWords();
  const { person, done, name, birthday, publicPath } = loaderData;
  const failure = actionData?.failure;
  const link = (to: string) => (
    <Link to={to} className="font-medium text-accent-text underline underline-offset-4" />
  );
  return (
    <ProfilePage
      data={loaderData}
      name={name}
      actions={
        <>
          <ButtonLink to="/signup/profile?edit=1">{t("profile.editAbout")}</ButtonLink>
          <ButtonLink to="/signup/tastes?edit=1">{t("profile.editTastes")}</ButtonLink>
        </>
      }
      pictures={
        <>
          {done && failure === undefined ? (
            <div className="mt-6 px-4 md:px-8">
              <FormSuccess>{t("pictures.saved")}</FormSuccess>
            </div>
          ) : null}
          <details open={failure !== undefined} className="mt-6 px-4 md:px-8">
            <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
              {t("pictures.change")}
            </summary>
            <div className="mt-2 max-w-2xl">
              <ProfilePictures
                profile={{
                  name: person.name,
                  avatar_url: person.avatarUrl,
                  banner_image: person.bannerImage,
                }}
                failure={failure}
              />
            </div>
          </details>
        </>
      }
    >
      {birthday === null ? null : (
        <p className="mt-10 text-sm text-ink-soft">
          {t("profile.birthday", { day: date(birthday, { dateStyle: "long", timeZone: "UTC" }) })}
        </p>
      )}
      <p className="mt-6 text-sm text-ink-soft">
        {publicPath === null ? (
          <Rich message="profile.isPrivate" parts={{ link: link("/settings") }} />
        ) : (
          <Rich
            message="profile.isPublic"
            parts={{ page: link(publicPath), link: link("/settings") }}
          />
        )}
      </p>
    </ProfilePage>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return unlistedPageMeta(matches, "site.profile");
}
