import { isRouteErrorResponse } from "react-router";
import { getPublicProfile } from "~/features/profile/public-profile.server";
import { scopeContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageWords } from "~/http/pages/page-words";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { ErrorPage } from "~/routes/site/error-page";
import { profileData } from "./profile-data.server";
import { ProfilePage } from "./profile-page";
import type { Route } from "./+types/public-profile";

/** A profile that its owner has opened; every other address of this kind has no page, whether there is such a person or not. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { db } = scope.services;
  return withPageErrors(scope, async () =>
    profileData(db, await getPublicProfile(db, params.id), context.get(visitorContext)),
  );
}

export default function PublicProfilePage({ loaderData }: Route.ComponentProps) {
  return <ProfilePage data={loaderData} name={loaderData.person.name} />;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  // Opened to those who have the address, not to search engines.
  return [
    { title: pageWords(matches).t("site.pageTitle", { title: loaderData.person.name }) },
    { name: "robots", content: "noindex" },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error;
  return <ErrorPage status={error.status} />;
}
