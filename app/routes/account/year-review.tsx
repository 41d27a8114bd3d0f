import { href, Link, redirect } from "react-router";
import { Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { parseYear } from "~/features/watch-list/statistics/statistics";
import {
  getReviewToken,
  revokeReview,
  shareReview,
} from "~/features/watch-list/statistics/shared-reviews.server";
import { dayOf } from "~/features/watch-list/tracking/change-entries.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { openCachedList } from "~/pages/parts/cached-list.server";
import {
  i18nContext,
  requestContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
} from "~/http/context";
import { requireAdult } from "~/features/accounts/session-user.server";
import { takeFlashMessage, handlePageChange } from "~/http/pages/page-change.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, useChangeForm } from "~/ui/changes/use-action-message";
import { CopyButton } from "~/ui/forms/copy-button";
import { Notice } from "~/ui/notice";
import { Section } from "~/ui/section";
import { reviewData } from "~/pages/profile/review-data.server";
import { ReviewPage } from "~/pages/profile/review-page";
import { LATEST_YEAR } from "~/frame/site-pages";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/year-review";

const formSchema = z.object({ intent: z.enum(["share", "revoke"]) });

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { parentalControl, titleLanguage } = context.get(visitorSettingsContext);
  const { user } = await context.get(signedInContext);
  return withPageErrors(context, async () => {
    const reader = { parentalControl, hidePrivate: false };
    const { timeZone } = getTracker(request, context, user);
    const present = Number(dayOf(new Date(), timeZone).slice(0, 4));
    const years = await (await openCachedList(services, user.id)).listYears(reader);
    if (params.year === LATEST_YEAR) {
      const latest = years.find((other) => other <= present) ?? present;
      throw redirect(href("/profile/:year", { year: String(latest) }));
    }
    const year = requireYear(params.year);
    const [review, token] = await Promise.all([
      reviewData(services, { userId: user.id, year, titleLanguage, ...reader }),
      getReviewToken(services.db, user.id, year),
    ]);
    // The present year has a page before anything is watched in it.
    if (review === null && year !== present) throw new NotFound("review.notFound");
    return {
      year,
      review,
      previous: years.find((other) => other < year) ?? null,
      next: years.findLast((other) => other > year) ?? null,
      scale: user.preferences.scoreScale,
      mayShare: !user.isChild,
      shared:
        token === null
          ? null
          : {
              path: href("/review/:token", { token }),
              url: context.get(requestContext).origin + href("/review/:token", { token }),
            },
      flashMessage: await takeFlashMessage(request, context),
    };
  });
}

function requireYear(text: string): number {
  const year = parseYear(text);
  if (year === null) throw new NotFound("review.notFound");
  return year;
}

export function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { t } = context.get(i18nContext);
  return handlePageChange(request, context, formSchema, async ({ intent }, { user }) => {
    const year = requireYear(params.year);
    if (intent === "share") {
      requireAdult(user);
      const statistics = await openCachedList(services, user.id);
      const years = await statistics.listYears({ parentalControl: false, hidePrivate: false });
      if (!years.includes(year)) throw new NotFound("review.notFound");
      await shareReview(services.db, user.id, year);
    } else await revokeReview(services.db, user.id, year);
    return {
      message: t(intent === "share" ? "review.share.started" : "review.share.stopped"),
      undo: null,
    };
  });
}

export const clientAction = changeAction<typeof action>();

export default function YearReview({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { year, review, previous, next, scale, mayShare, shared, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  const rest = (
    <>
      {!mayShare || (review === null && shared === null) ? null : <Share shared={shared} />}
      {previous === null && next === null ? null : (
        <nav aria-label={t("review.years")} className="mt-12 flex justify-between gap-4">
          {previous === null ? <span /> : <YearLink year={previous} rel="prev" />}
          {next === null ? null : <YearLink year={next} rel="next" />}
        </nav>
      )}
      <ChangeToast result={result} />
    </>
  );
  return review === null ? (
    <EmptyYear year={year}>{rest}</EmptyYear>
  ) : (
    <ReviewPage
      review={review}
      scale={scale}
      heading={t("review.heading", { year: String(year) })}
      actions={
        <ButtonLink to={`${href("/profile/statistics")}?year=${year}`}>
          {t("stats.heading")}
        </ButtonLink>
      }
      imagePath={href("/profile/:year", { year: String(year) })}
    >
      {rest}
    </ReviewPage>
  );
}

function EmptyYear({ year, children }: { year: number; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <div className="page-column pt-6">
      <Notice glyph="白紙" title={t("review.heading", { year: String(year) })} level={1}>
        <p>{t("review.empty")}</p>
        <p className="flex flex-wrap gap-2">
          <ButtonLink to={href("/list")} weight="primary">
            {t("list.heading")}
          </ButtonLink>
          <ButtonLink to={href("/browse")}>{t("list.findTitles")}</ButtonLink>
        </p>
      </Notice>
      {children}
    </div>
  );
}

function YearLink({ year, rel }: { year: number; rel: "prev" | "next" }) {
  return (
    <Link
      to={href("/profile/:year", { year: String(year) })}
      rel={rel}
      className="inline-flex min-h-11 items-center gap-2 font-display text-xl font-bold text-ink-soft tabular-nums hover:text-accent-text"
    >
      {rel === "prev" ? <span aria-hidden>←</span> : null}
      {year}
      {rel === "next" ? <span aria-hidden>→</span> : null}
    </Link>
  );
}

interface ShareProps {
  shared: { path: string; url: string } | null;
}

function Share({ shared }: ShareProps) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  return (
    <Section title={t("review.share")}>
      <p className="max-w-prose text-sm text-ink-soft">
        {t(shared === null ? "review.share.off" : "review.share.on")}
      </p>
      {shared === null ? null : (
        <p className="mt-3 flex max-w-2xl items-center gap-2 rounded-md border border-rule bg-raised px-3 py-2 text-sm">
          <Link
            to={shared.path}
            className="min-w-0 grow break-all text-accent-text hover:underline"
          >
            {shared.url}
          </Link>
          <CopyButton text={shared.url} />
        </p>
      )}
      <fetcher.Form method="post" className="mt-4">
        <Button
          type="submit"
          name="intent"
          value={shared === null ? "share" : "revoke"}
          weight={shared === null ? "primary" : "quiet"}
        >
          {shared === null ? <Share2 aria-hidden className="size-4" /> : null}
          {t(shared === null ? "review.share.start" : "review.share.stop")}
        </Button>
      </fetcher.Form>
    </Section>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  return [
    ...(loaderData === undefined
      ? []
      : [
          {
            title: t("site.pageTitle", {
              title: t("review.heading", { year: String(loaderData.year) }),
            }),
          },
        ]),
    { name: "robots", content: "noindex" },
  ];
}
