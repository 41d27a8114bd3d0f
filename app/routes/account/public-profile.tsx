import { isRouteErrorResponse, href } from "react-router";
import { getPublicProfile } from "~/features/profile/public-profile.server";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/frame/page-i18n";
import { presentCards } from "~/pages/parts/present-cards.server";
import { ErrorPage } from "~/frame/error-page";
import { profileData } from "~/pages/profile/profile-data.server";
import { ProfilePage } from "./profile-page";
import type { Route } from "./+types/public-profile";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

/** Private and missing profiles are the same 404. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  return withPageErrors(context, async () => {
    const profile = await getPublicProfile(services.db, params.id);
    return presentCards(
      services,
      viewer,
      await profileData(services, profile, viewer, { isOwn: false }),
    );
  });
}

export default function PublicProfilePage({ loaderData }: Route.ComponentProps) {
  const { user, showsList } = loaderData;
  return (
    <ProfilePage
      data={loaderData}
      name={user.name}
      listPath={showsList ? href("/user/:id/list", { id: user.id }) : null}
    />
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  // Users share the profile's URL, so search engines leave it out.
  const { name, bio } = loaderData.user;
  return [
    { title: pageI18n(matches).t("site.pageTitle", { title: name }) },
    ...(bio === null ? [] : [{ name: "description", content: [...bio].slice(0, 200).join("") }]),
    { name: "robots", content: "noindex" },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error;
  return <ErrorPage status={error.status} />;
}
