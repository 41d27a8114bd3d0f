import { Form, href, Link, redirect } from "react-router";
import { newProfileSchema } from "~/features/accounts/household/household-input";
import { listProfiles } from "~/features/accounts/household/list-profiles.server";
import {
  addProfile,
  MAX_MANAGED_PROFILES,
} from "~/features/accounts/household/manage-profiles.server";
import { listAskedTitles } from "~/features/accounts/household/list-child-titles.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { Avatar } from "~/features/accounts/view/avatar";
import { ChildTitleItem } from "~/features/accounts/view/child-title-item";
import { ProfileFields } from "~/features/accounts/view/profile-fields";
import { SwitchProfile } from "~/features/accounts/view/switch-profile";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { accountsContext, servicesContext, siteContext } from "~/http/context";
import { changeHousehold } from "~/http/forms/change-household.server";
import { readImageField, withImageForm } from "~/http/forms/receive-image.server";
import { parseFormFields } from "~/http/pages/form-values";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { parseInput, type Body } from "~/http/request/read-body.server";
import { requireManagerSession } from "~/http/session/require-manager.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, buttonClass } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import { FormOutcome } from "~/ui/forms/form-field";
import { AvatarField } from "./avatar-field";
import { InviteAccount, LeaveHousehold, RemoveAccount } from "./household-accounts";
import { toTitleItems } from "./title-items.server";
import type { Route } from "./+types/manage-profiles";
import { FACT_DOT } from "~/ui/fact-dot";

export const handle: PageHandle = { isPersonal: true, staysAsLoaded: true };

const DONE = ["added", "saved", "deleted", "joined", "left", "removed"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { householdId, user, asksProfile } = await requireManagerSession(
    context,
    href("/profiles/manage"),
  );
  const { db } = context.get(accountsContext);
  const profiles = await listProfiles(db, householdId, { withDisabled: true });
  const viewer = await getPageViewer(request, context);
  const done = new URL(request.url).searchParams.get("done");
  return {
    profiles,
    own: user.id,
    isOwnHousehold: householdId === user.id,
    asksProfile,
    isFull: profiles.filter(({ isManaged }) => isManaged).length >= MAX_MANAGED_PROFILES,
    max: MAX_MANAGED_PROFILES,
    signedOut: profiles.some(({ maxRating }) => maxRating !== null)
      ? await readSignedOut(context)
      : null,
    asked: toTitleItems(await listAskedTitles(db, householdId, viewer), viewer),
    done: DONE.find((name) => name === done) ?? null,
    flashMessage: await takeFlashMessage(request, context),
  };
}

/** Reads what a signed-out child could do on this site. */
async function readSignedOut(context: Route.LoaderArgs["context"]) {
  const { visitorRating } = context.get(servicesContext).config;
  const { signUps } = await context.get(siteContext).siteSettings.readCached();
  return { rating: visitorRating, canSignUp: signUps === "open" };
}

/** Adds a managed profile, or changes which accounts are in the household. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = await requireManagerSession(context, href("/profiles/manage"));
  const sender = { request, context, userId: session.user.id };
  const work = async (body: Body) => {
    const avatarUrl = await readImageField(body, "avatar", sender);
    const fields = parseFormFields(body, { optional: ["locale", "maxRating", "pin"] });
    const changed = await changeHousehold(context, session, fields);
    if (changed !== null) return changed;
    const input = parseInput(newProfileSchema, fields);
    await addProfile(context.get(accountsContext), session, {
      ...input,
      avatarUrl: avatarUrl ?? null,
    });
    return redirect(`${href("/profiles/manage")}?done=added`);
  };
  return withImageForm(sender, work, { conflict: 409, forbidden: 403, "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function ManageProfiles({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { profiles, own, isOwnHousehold, asksProfile, isFull, max, done } = loaderData;
  const { signedOut, asked, flashMessage } = loaderData;
  const failure =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const link = actionData !== undefined && "link" in actionData ? actionData.link : null;
  const success = flashMessage?.message ?? (done === null ? null : t(`profiles.done.${done}`));
  return (
    <AccountFrame title={t("profiles.manage")} glyph="自己" wide lead={t("profiles.manage.lead")}>
      <FormOutcome
        success={link === null ? success : null}
        failure={failure}
        message={failure?.message}
      />
      <AskedTitles titles={asked} profiles={profiles} />
      <ul className="my-6 divide-y divide-rule border-y border-rule">
        {profiles.map(({ id, name, avatarUrl, hasPin, isManaged, maxRating }) => (
          <li key={id} className="flex items-center gap-4 py-3">
            <Avatar name={name} url={avatarUrl} size={48} />
            <p className="min-w-0 grow">
              <span className="block font-medium wrap-anywhere">{name}</span>
              <span className="block text-sm text-ink-soft">
                {t(
                  isManaged
                    ? "profiles.managed"
                    : id === own
                      ? "profiles.account"
                      : "profiles.account.other",
                )}
                {maxRating === null
                  ? null
                  : `${FACT_DOT}${t("profiles.limit.of", { rating: maxRating.toUpperCase() })}`}
                {hasPin ? `${FACT_DOT}${t("profiles.pin")}` : null}
              </span>
            </p>
            {maxRating === null ? null : (
              <Link
                to={href("/profiles/manage/:id/titles", { id })}
                aria-label={t("profiles.titles.of", { name })}
                className="button button-bare"
              >
                {t("profiles.titles")}
              </Link>
            )}
            {isManaged || id === own ? (
              <Link
                to={href("/profiles/manage/:id", { id })}
                aria-label={t("profiles.edit.of", { name })}
                className="button button-bare"
              >
                {t("profiles.edit")}
              </Link>
            ) : isOwnHousehold ? (
              <RemoveAccount id={id} name={name} />
            ) : null}
          </li>
        ))}
      </ul>
      {signedOut === null ? null : <SignedOutNote {...signedOut} />}
      <SwitchProfile asksProfile={asksProfile} className={buttonClass("quiet")} />
      <h2 className="mt-12 mb-6 text-xl">{t("profiles.add")}</h2>
      {isFull ? (
        <p className="text-sm text-ink-soft">{t("profiles.add.full", { max })}</p>
      ) : (
        <Form
          method="post"
          encType="multipart/form-data"
          aria-label={t("profiles.add")}
          noValidate
          key={profiles.length}
          className="max-w-md space-y-5"
        >
          <ProfileFields
            profile={null}
            avatar={
              <AvatarField
                label={t("profiles.avatar")}
                profile={{ name: "", avatar_url: null }}
                failure={failure}
              />
            }
            failure={failure}
          />
          <Button type="submit" weight="primary">
            {t("profiles.add")}
          </Button>
        </Form>
      )}
      <InviteAccount link={link} />
      {isOwnHousehold ? null : <LeaveHousehold id={own} />}
    </AccountFrame>
  );
}

interface AskedTitlesProps {
  titles: Route.ComponentProps["loaderData"]["asked"];
  profiles: Route.ComponentProps["loaderData"]["profiles"];
}

/** What children ask for, which a parent allows or refuses. */
function AskedTitles({ titles, profiles }: AskedTitlesProps) {
  const { t } = useI18n();
  if (titles.length === 0) return null;
  const nameOf = (childId: string) => profiles.find(({ id }) => id === childId)?.name ?? "";
  return (
    <section className="my-6">
      <h2 className="text-xl">{t("profiles.asked")}</h2>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">{t("profiles.asked.lead")}</p>
      <ul className="mt-4 divide-y divide-rule border-y border-rule">
        {titles.map((item) => (
          <ChildTitleItem
            key={`${item.childId}/${item.animeId}`}
            item={item}
            returnTo={href("/profiles/manage")}
            note={t("profiles.asked.by", { name: nameOf(item.childId) })}
          />
        ))}
      </ul>
    </section>
  );
}

/** Says what the site shows a child who signs out. */
function SignedOutNote({ rating, canSignUp }: Awaited<ReturnType<typeof readSignedOut>>) {
  const { t } = useI18n();
  return (
    <div className="my-6 max-w-prose space-y-1 text-sm text-ink-soft">
      <p>
        {rating === null
          ? t("profiles.signedOut.everything")
          : t("profiles.signedOut.limit", { rating: rating.toUpperCase() })}
      </p>
      {canSignUp ? <p>{t("profiles.signedOut.signUps")}</p> : null}
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "profiles.manage");
}
