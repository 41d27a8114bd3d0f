import { href, Link, redirect } from "react-router";
import { Invalid } from "~/errors/app-error";
import { getProfile } from "~/features/profile/get-profile.server";
import { updateProfile } from "~/features/profile/save-profile.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { servicesContext, signedInContext } from "~/http/context";
import { noindexMeta } from "~/frame/page-i18n";
import { readImageField, withImageForm } from "~/http/forms/receive-image.server";
import { presentCards } from "~/pages/parts/present-cards.server";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import { FormSuccess } from "~/ui/forms/form-field";
import { Notice } from "~/ui/notice";
import { profileData } from "~/pages/profile/profile-data.server";
import type { PageHandle } from "~/frame/page-handle";
import { ProfilePage } from "./profile-page";
import { ProfileImages } from "./profile-images";
import type { Route } from "./+types/profile";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const { user } = await context.get(signedInContext);
  const viewer = await getPageViewer(request, context);
  const profile = await getProfile(db, user.id);
  const site = readSitePreferences(user.preferences.site);
  const shown = {
    id: user.id,
    name: profile.name,
    userName: user.userName,
    avatarUrl: profile.avatar_url,
    bannerImage: profile.banner_image,
    bio: profile.bio,
    frequencyOfWatch: profile.frequency_of_watch,
    fanaticLevel: profile.fanatic_level,
    preferredFormat: profile.preferred_format,
    favoriteAnimes: profile.favorite_animes,
    favoriteGenres: profile.favorite_genres,
    favoriteStudios: profile.favorite_studios,
    showsList: site.publicList,
    scoreScale: user.preferences.scoreScale,
  };
  return {
    ...(await presentCards(
      services,
      viewer,
      await profileData(services, shown, viewer, { isOwn: true }),
    )),
    done: new URL(request.url).searchParams.get("done") === "picture",
    name: [profile.name, profile.last_name].filter((part) => part !== null).join(" "),
    birthday: profile.birthday,
    publicPath: site.publicProfile && !user.isChild ? href("/user/:id", { id: user.id }) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { user } = await context.get(signedInContext);
  const sender = { request, context, userId: user.id };
  return withImageForm(sender, async (body) => {
    const pictures = {
      avatar: await readImageField(body, "avatar", sender),
      banner_image: await readImageField(body, "banner_image", sender),
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
          message: "image.chooseFile",
        },
      ]);
    }
    await updateProfile(db, user.id, pictures);
    return redirect(`${href("/profile")}?done=picture`);
  });
}

export const clientAction = formAction<typeof action>();

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatDate } = useI18n();
  const { user, done, name, birthday, publicPath, latestYear } = loaderData;
  const failure = actionData?.failure;
  const link = (to: string) => (
    <Link to={to} className="font-medium text-accent-text underline underline-offset-4" />
  );
  return (
    <ProfilePage
      data={loaderData}
      name={name}
      listPath={href("/list")}
      actions={
        <>
          <ButtonLink to={href("/profile/statistics")}>{t("stats.heading")}</ButtonLink>
          {latestYear === null ? null : (
            <ButtonLink to={href("/profile/:year", { year: String(latestYear) })}>
              {t("review.heading", { year: String(latestYear) })}
            </ButtonLink>
          )}
          <ButtonLink to={`${href("/signup/profile")}?edit=1`}>{t("profile.editAbout")}</ButtonLink>
          <ButtonLink to={`${href("/signup/tastes")}?edit=1`}>{t("profile.editTastes")}</ButtonLink>
        </>
      }
      empty={
        <Notice glyph="白紙" title={t("profile.empty")}>
          <p>{t("profile.emptyHint")}</p>
          <p className="button-row">
            <ButtonLink to={`${href("/signup/tastes")}?edit=1`} weight="primary">
              {t("home.getStarted.seen")}
            </ButtonLink>
            <ButtonLink to={href("/list/import")}>{t("home.getStarted.import")}</ButtonLink>
          </p>
        </Notice>
      }
      choose={
        <ButtonLink to={`${href("/signup/tastes")}?edit=1`}>{t("profile.choose")}</ButtonLink>
      }
      images={
        <>
          {done && failure === undefined ? (
            <div className="mt-6 px-4 md:px-8">
              <FormSuccess>{t("images.saved")}</FormSuccess>
            </div>
          ) : null}
          <details open={failure !== undefined} className="mt-6 px-4 md:px-8">
            <summary className="unfolds inline-flex min-h-11 list-none items-center text-sm font-medium text-accent-text hover:underline">
              {t("images.change")}
            </summary>
            <div className="mt-2 max-w-2xl">
              <ProfileImages
                profile={{
                  id: user.id,
                  name: user.name,
                  avatar_url: user.avatarUrl,
                  banner_image: user.bannerImage,
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
          {t("profile.birthday", {
            day: formatDate(birthday, { dateStyle: "long", timeZone: "UTC" }),
          })}
        </p>
      )}
      <p className="mt-6 text-sm text-ink-soft">
        {publicPath === null ? (
          <Trans message="profile.isPrivate" parts={{ link: link(href("/settings")) }} />
        ) : (
          <Trans
            message="profile.isPublic"
            parts={{ page: link(publicPath), link: link(href("/settings")) }}
          />
        )}
      </p>
    </ProfilePage>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "site.profile");
}
