import { href } from "react-router";
import { socialImageUrl } from "~/artwork/cover-sizes";
import { NotFound } from "~/errors/app-error";
import { getSharedOwner } from "~/features/profile/public-profile.server";
import { findSharedReview } from "~/features/watch-list/statistics/shared-reviews.server";
import { Avatar } from "~/features/accounts/view/avatar";
import { requestContext, servicesContext, visitorSettingsContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { reviewData } from "~/pages/profile/review-data.server";
import { ReviewPage } from "~/pages/profile/review-page";
import type { Route } from "./+types/shared-review";

/** Omits private titles, notes and tags. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { parentalControl, titleLanguage, masks } = context.get(visitorSettingsContext);
  return withPageErrors(context, async () => {
    const shared = await findSharedReview(services.db, params.token);
    if (shared === null) throw new NotFound("review.notShared");
    const { name, avatarUrl, scoreScale } = await getSharedOwner(services.db, shared.userId);
    const review = await reviewData(services, {
      ...shared,
      parentalControl,
      titleLanguage,
      hidePrivate: true,
    });
    if (review === null) throw new NotFound("review.notFound");
    const { favorites } = review;
    return {
      review: masks.reviews
        ? { ...review, favorites: favorites.map((one) => ({ ...one, ownScore: null })) }
        : review,
      owner: { name, avatarUrl },
      scale: scoreScale,
      token: params.token,
      origin: context.get(requestContext).origin,
    };
  });
}

export default function SharedReview({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { review, owner, scale, token } = loaderData;
  return (
    <ReviewPage
      review={review}
      scale={scale}
      heading={t("review.headingOf", { name: owner.name, year: String(review.year) })}
      mark={<Avatar name={owner.name} url={owner.avatarUrl} size={64} />}
      imagePath={href("/review/:token", { token })}
    >
      <p className="mt-12">
        <ButtonLink to={href("/browse")} weight="primary">
          {t("review.shared.more")}
        </ButtonLink>
      </p>
    </ReviewPage>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const robots = { name: "robots", content: "noindex" };
  if (loaderData === undefined) return [robots];
  const { t } = pageI18n(matches);
  const { review, owner, origin } = loaderData;
  const title = t("review.headingOf", { name: owner.name, year: String(review.year) });
  const [favorite] = review.favorites;
  return [
    { title: t("site.pageTitle", { title }) },
    robots,
    { property: "og:title", content: title },
    ...(favorite === undefined
      ? []
      : [{ property: "og:image", content: origin + socialImageUrl(favorite.card.id) }]),
  ];
}
