import type { ReactNode } from "react";
import { Form, href, Link, redirect, redirectDocument } from "react-router";
import { z } from "zod";
import { profileSwitchSchema } from "~/features/accounts/household/household-input";
import { listProfiles, type ProfileFace } from "~/features/accounts/household/list-profiles.server";
import {
  lockSession,
  setAsksProfile,
  type HouseholdSession,
} from "~/features/accounts/household/session-lock.server";
import { requireAdult } from "~/features/accounts/session-user.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { AskOnDevice } from "~/features/accounts/view/ask-on-device";
import { Avatar } from "~/features/accounts/view/avatar";
import { PinField } from "~/features/accounts/view/pin-field";
import { ProfileFaces } from "~/features/accounts/view/profile-faces";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { servicesContext } from "~/http/context";
import { openProfile } from "~/http/forms/open-profile.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { getHouseholdSession, getSession, requireSession } from "~/http/session/get-session.server";
import { pagePath } from "~/http/session/recent-session.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { signInPath } from "~/ui/sign-in-path";
import { withReturnTo } from "~/ui/with-return-to";
import type { Route } from "./+types/profiles";

export const handle: PageHandle = { isPersonal: true };

const deviceSchema = z.object({ intent: z.enum(["lock", "ask", "stop-asking"]).optional() });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { householdId } = await requireHousehold(request, context);
  // A locked session has no user yet.
  const session = await getSession(request, context);
  const { db } = context.get(servicesContext);
  // The page gets no other data of a profile until it is opened.
  const profiles = (await listProfiles(db, householdId)).map(
    ({ id, name, avatarUrl, hasPin }): ProfileFace => ({ id, name, avatarUrl, hasPin }),
  );
  const current = session?.user.id ?? null;
  const chosen = new URL(request.url).searchParams.get("profile");
  return {
    profiles,
    current,
    mayManage: session !== null && session.user.email !== null,
    chosen: profiles.find(({ id, hasPin }) => hasPin && id === chosen && id !== current) ?? null,
    returnTo: returnPath(request),
    asksProfile: session === null || session.user.isChild ? null : session.asksProfile,
  };
}

/** Opens the chosen profile, locks the session, or has the device ask who is watching. */
export async function action({ request, context }: Route.ActionArgs) {
  const household = await requireHousehold(request, context);
  const { db } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const { intent } = parseInput(deviceSchema, body.value);
    if (intent === "lock") await lockSession(db, household.idHash);
    else if (intent !== undefined) {
      const { user, idHash } = await requireSession(request, context);
      requireAdult(user);
      await setAsksProfile(db, idHash, intent === "ask");
    }
    if (intent !== undefined) return redirectDocument(href("/profiles"), 303);
    await consumeRateLimit("profileSwitch", context);
    const chosen = parseInput(profileSwitchSchema, body.value);
    const { headers } = await openProfile(request, context, household, chosen);
    return redirectDocument(returnPath(request), { headers, status: 303 });
  };
  return withFormFailure(body, context, work, {
    unauthenticated: 401,
    forbidden: 403,
    "not-found": 404,
  });
}

/** Returns the session, also a locked one. Leads visitors to the sign-in. */
async function requireHousehold(
  request: Request,
  context: Route.LoaderArgs["context"],
): Promise<HouseholdSession> {
  const session = await getHouseholdSession(request, context);
  if (session === null) throw redirect(signInPath(pagePath(request)));
  return session;
}

function returnPath(request: Request): string {
  return safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
}

export default function Profiles({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { profiles, current, mayManage, chosen, returnTo, asksProfile } = loaderData;
  const failure = actionData?.failure;
  const signOut = current === null ? <SignOut /> : null;
  if (chosen !== null)
    return (
      <PinForm profile={chosen} failure={failure} returnTo={returnTo}>
        {signOut}
      </PinForm>
    );
  return (
    <div className="page-column pt-8 text-center md:pt-16">
      <h1 className="text-3xl">{t("profiles.heading")}</h1>
      <div className="mx-auto mt-8 max-w-4xl md:mt-12">
        <FormMessage>{failure?.message}</FormMessage>
        <ProfileFaces profiles={profiles} current={current} returnTo={returnTo} />
      </div>
      {mayManage ? (
        <p className="mt-10">
          <ButtonLink to={href("/profiles/manage")}>{t("profiles.manage")}</ButtonLink>
        </p>
      ) : null}
      {asksProfile === null ? null : <AskOnDevice asksProfile={asksProfile} />}
      {signOut}
    </div>
  );
}

/** The way to sign in again on a locked device, whose other pages lead back to this one. */
function SignOut() {
  const { t } = useI18n();
  return (
    <form method="post" action={href("/api/auth/signout")} className="mt-12">
      <Button type="submit">{t("profiles.signOut")}</Button>
    </form>
  );
}

interface PinFormProps {
  profile: { id: string; name: string; avatarUrl: string | null };
  failure: FormFailure | undefined;
  returnTo: string;
  children: ReactNode;
}

function PinForm({ profile, failure, returnTo, children }: PinFormProps) {
  const { id, name, avatarUrl } = profile;
  const { t } = useI18n();
  const heading = t("profiles.pin.of", { name });
  return (
    <AccountFrame title={heading} glyph="確認" lead={t("profiles.pin.forgotten")}>
      <FormMessage>{failure?.message}</FormMessage>
      <Form method="post" reloadDocument noValidate aria-label={heading} className="space-y-5">
        <Avatar name={name} url={avatarUrl} size={96} />
        <input type="hidden" name="id" value={id} />
        <PinField label={t("profiles.pin")} required failure={failure} />
        <Button type="submit" weight="primary" className="w-full">
          {t("profiles.open")}
        </Button>
      </Form>
      <p className="mt-6">
        <Link
          to={withReturnTo(href("/profiles"), returnTo)}
          className="inline-flex min-h-11 items-center text-sm font-medium text-accent-text underline underline-offset-4"
        >
          {t("profiles.others")}
        </Link>
      </p>
      {children}
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "profiles.heading");
}
