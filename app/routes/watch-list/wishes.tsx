import { href, Link } from "react-router";
import { displayTitle } from "~/features/catalog/title-language";
import { wishFormSchema } from "~/features/wishes/wish-input";
import { addWish, listOwnWishes, withdrawWish } from "~/features/wishes/wishes.server";
import { wishedPath } from "~/features/wishes/view/wished-path";
import { noindexMeta } from "~/frame/page-i18n";
import type { PageHandle } from "~/frame/page-handle";
import { i18nContext, servicesContext, signedInContext } from "~/http/context";
import { handlePageChange, takeFlashMessage } from "~/http/pages/page-change.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage, useChangeForm } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/wishes";
import { FACT_DOT } from "~/ui/fact-dot";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { user } = await context.get(signedInContext);
  const { parentalControl, titleLanguage } = await getPageViewer(request, context);
  const wishes = await listOwnWishes(db, user.id, { parentalControl });
  return {
    wishes: wishes.map(({ animeId, episode, at, state, reason, hasPage, ...names }) => ({
      animeId,
      episode,
      at,
      state,
      reason,
      title: displayTitle(names, titleLanguage),
      path: wishedPath({ animeId, episode, title: names.title, hasPage }),
    })),
    zone: userZone(request, user),
    flashMessage: await takeFlashMessage(request, context),
  };
}

/** Adds or withdraws a wish, for the forms on all pages. */
export function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { t } = context.get(i18nContext);
  return handlePageChange(
    request,
    context,
    wishFormSchema,
    async ({ intent, animeId, episode }, { user }) => {
      const { parentalControl } = user.preferences;
      const change = intent === "ask" ? addWish : withdrawWish;
      await change(db, user.id, { animeId, episode, parentalControl });
      return { message: t(`wish.done.${intent}`), undo: null };
    },
    { returnTo: (_, { returnTo }) => safeRedirectPath(returnTo, href("/wishes")) },
  );
}

export const clientAction = changeAction<typeof action>();

export default function Wishes({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { wishes, zone, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  return (
    <div className="page-column pt-8 md:pt-12">
      <h1 className="text-3xl max-md:text-2xl">{t("wishes.heading")}</h1>
      {wishes.length === 0 ? (
        <Notice glyph="探索" title={t("wishes.none")}>
          <p>{t("wishes.noneHint")}</p>
          <ButtonLink to={href("/browse")}>{t("list.findTitles")}</ButtonLink>
        </Notice>
      ) : (
        <ul className="mt-6 max-w-3xl divide-y divide-rule border-y border-rule">
          {wishes.map((wish) => (
            <OwnWish key={`${wish.animeId}/${wish.episode}`} wish={wish} zone={zone} />
          ))}
        </ul>
      )}
      <ChangeToast result={result} />
    </div>
  );
}

interface OwnWishProps {
  wish: Route.ComponentProps["loaderData"]["wishes"][number];
  zone: string;
}

function OwnWish({ wish, zone }: OwnWishProps) {
  const { t, formatDate } = useI18n();
  const fetcher = useChangeForm();
  const { animeId, episode, at, state, reason, title, path } = wish;
  const remove = state === "added" ? "wish.dismiss" : "wish.withdraw";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <Link
          to={path}
          lang={title.lang}
          className="inline-flex min-h-11 items-center font-semibold break-words hover:text-accent-text md:min-h-8"
        >
          {title.text}
        </Link>
        <p className="text-sm text-ink-soft">
          {[
            episode === null ? null : t("watch.episode", { number: episode }),
            reason === null ? t(`wish.state.${state}`) : t("wish.isDeclined", { reason }),
            formatDate(at, { dateStyle: "medium", timeZone: zone }),
          ]
            .filter((part) => part !== null)
            .join(FACT_DOT)}
        </p>
      </div>
      <fetcher.Form method="post">
        <input type="hidden" name="animeId" value={animeId} />
        <input type="hidden" name="episode" value={episode ?? ""} />
        <Button
          type="submit"
          name="intent"
          value="withdraw"
          weight="bare"
          aria-label={t(`${remove}Of`, { title: title.text })}
        >
          {t(remove)}
        </Button>
      </fetcher.Form>
    </li>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "wishes.heading");
}
