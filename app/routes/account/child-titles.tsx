import { href, Link } from "react-router";
import { titleDecisionSchema } from "~/features/accounts/household/child-title-input";
import { decideTitle, MAX_CHILD_TITLES } from "~/features/accounts/household/child-titles.server";
import { profileKeySchema } from "~/features/accounts/household/household-input";
import { listChildTitles } from "~/features/accounts/household/list-child-titles.server";
import { requireManager } from "~/features/accounts/household/manage-profiles.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { ChildTitleItem } from "~/features/accounts/view/child-title-item";
import type { PageHandle } from "~/frame/page-handle";
import { noindexTitle } from "~/frame/page-i18n";
import { i18nContext, servicesContext } from "~/http/context";
import { requireConfirmed } from "~/http/forms/confirmed-form.server";
import { handlePageChange, takeFlashMessage } from "~/http/pages/page-change.server";
import { parseInput } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Section } from "~/ui/section";
import { loadManagedProfile } from "./managed-profile.server";
import { toTitleItems } from "./title-items.server";
import type { Route } from "./+types/child-titles";

export const handle: PageHandle = { isPersonal: true, staysAsLoaded: true };

const pageOf = (id: string) => href("/profiles/manage/:id/titles", { id });

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const { profile } = await loadManagedProfile(context, id, pageOf(id));
  const { db } = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const titles = await listChildTitles(db, id, viewer);
  return {
    id,
    name: profile.name,
    titles: toTitleItems(titles, viewer),
    max: MAX_CHILD_TITLES,
    flashMessage: await takeFlashMessage(request, context),
  };
}

/** Allows or blocks a title for the child, for the forms on all pages. */
export function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { t } = context.get(i18nContext);
  return handlePageChange(
    request,
    context,
    titleDecisionSchema,
    async ({ returnTo, ...decision }, session) => {
      requireManager(session);
      await requireConfirmed(context, session, {
        returnTo: safeRedirectPath(returnTo, pageOf(id)),
        value: { childId: id, state: decision.state },
      });
      await decideTitle(db, session, parseInput(profileKeySchema, { id }).id, decision);
      return { message: t(`profiles.titles.done.${decision.state}`), undo: null };
    },
    { returnTo: (_, { returnTo }) => safeRedirectPath(returnTo, pageOf(id)) },
  );
}

export const clientAction = changeAction<typeof action>();

const GROUPS = ["asked", "allowed", "blocked"] as const;

export default function ChildTitles({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { id, name, titles, max, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  return (
    <AccountFrame
      title={t("profiles.titles.of", { name })}
      glyph="自己"
      wide
      lead={t("profiles.titles.lead", { max })}
    >
      {GROUPS.map((group) => {
        const items = titles.filter(({ state }) => state === group);
        return items.length === 0 ? null : (
          <Section key={group} title={t(`profiles.titles.${group}`)}>
            <ul className="divide-y divide-rule border-y border-rule">
              {items.map((item) => (
                <ChildTitleItem key={item.animeId} item={item} inPlace />
              ))}
            </ul>
          </Section>
        );
      })}
      {titles.length === 0 ? <p className="text-sm">{t("profiles.titles.none")}</p> : null}
      <p className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={href("/profiles/manage")}>{t("profiles.manage")}</ButtonLink>
        <Link to={href("/profiles/manage/:id", { id })} className="button button-bare">
          {t("profiles.edit.of", { name })}
        </Link>
      </p>
      <ChangeToast result={result} />
    </AccountFrame>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData === undefined ? [] : noindexTitle(matches, loaderData.name);
}
