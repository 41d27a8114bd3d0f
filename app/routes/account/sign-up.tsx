import { data, Form, href, Link, redirect, useNavigation, redirectDocument } from "react-router";
import { Forbidden } from "~/errors/app-error";
import { readInvitation } from "~/features/accounts/invitations/invitations.server";
import { requireSignUpAccess } from "~/features/accounts/invitations/sign-up-access.server";
import { signUpSchema } from "~/features/accounts/credentials";
import { signUp } from "~/features/accounts/sign-up.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { EmailField } from "~/features/accounts/view/email-field";
import { PasswordField } from "~/features/accounts/view/password-field";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { ProviderSignIn } from "~/features/accounts/view/provider-buttons";
import { noindexMeta } from "~/frame/page-i18n";
import { saveVisitorSettings } from "~/pages/viewer/save-visitor-settings.server";
import { describeClient } from "~/http/request/describe-client";
import { readInvitationCode } from "~/http/request/invitation-code";
import { claimOwnership } from "~/http/session/claim-ownership.server";
import { requireOpenSignUps } from "~/http/session/require-open-sign-ups.server";
import {
  i18nContext,
  servicesContext,
  type RouterContext,
  visitorSettingsContext,
  accountsContext,
  siteContext,
} from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { listProviders } from "~/http/session/redirect-to-provider.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import type { PageHandle } from "~/frame/page-handle";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import type { FormFailure } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { withReturnTo } from "~/ui/with-return-to";
import type { Route } from "./+types/sign-up";

export const handle: PageHandle = { leadsToProvider: true, isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = safeRedirectPath(searchParams.get("returnTo"));
  if ((await getSession(request, context)) !== null)
    throw redirect(withReturnTo(href("/signup/profile"), returnTo));
  const invitation = readInvitationCode(searchParams);
  const refusal = await explainRefusal(context, invitation);
  return data(
    {
      returnTo,
      invitation: invitation ?? null,
      isOwner: await isOwnersInvitation(context, invitation),
      providers: listProviders(context),
      passwords: context.get(accountsContext).passwords,
      refusal,
    },
    { status: refusal === null ? 200 : 403 },
  );
}

async function isOwnersInvitation(context: RouterContext, code?: string): Promise<boolean> {
  if (code === undefined) return false;
  const found = await readInvitation(context.get(servicesContext).db, code);
  return found?.role === "owner" && found.status === "open";
}

async function explainRefusal(
  context: RouterContext,
  invitation: string | undefined,
): Promise<string | null> {
  const { db } = context.get(servicesContext);
  const { siteSettings } = context.get(siteContext);
  const { signUps: mode } = await siteSettings.read();
  try {
    await requireSignUpAccess(db, { mode, invitation });
    return null;
  } catch (error) {
    if (error instanceof Forbidden) return error.localize(context.get(i18nContext).locale);
    throw error;
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const accounts = context.get(accountsContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    await consumeRateLimit("signup", context);
    requirePasswords(accounts);
    const mode = await requireOpenSignUps(context, body);
    const account = parseInput(signUpSchema, body.value);
    const client = describeClient(request, context);
    const opened = await signUp({ ...accounts, mode }, account, client);
    await claimOwnership(context, account.email);
    await saveVisitorSettings(accounts.db, opened.userId, context.get(visitorSettingsContext));
    const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
    return redirectDocument(withReturnTo(href("/signup/profile"), returnTo), {
      headers: await replaceSession(request, context, opened),
    });
  };
  return withFormFailure(body, context, work, { forbidden: 403 });
}

export const clientAction = formAction<typeof action>();

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { returnTo, invitation, isOwner, providers, passwords, refusal } = loaderData;
  const failure = actionData?.failure;
  const busy = useNavigation().state === "submitting";
  if (refusal !== null)
    return (
      <AccountFrame title={t("signUp.refused")} glyph="入門" lead={refusal}>
        <ButtonLink to={withReturnTo(href("/signin"), returnTo)}>{t("signUp.signIn")}</ButtonLink>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={t("signUp.heading")}
      glyph="入門"
      step={1}
      lead={isOwner ? t("signUp.leadOwner") : t("signUp.lead")}
    >
      <FormMessage>{failure?.message}</FormMessage>
      <ProviderSignIn {...{ providers, returnTo, invitation }} isAlone={!passwords} />
      {passwords ? <PasswordForm {...{ invitation, failure, busy }} /> : null}
      <p className="mt-8 text-sm text-ink-soft">
        {t("signUp.there")}{" "}
        <Link
          to={withReturnTo(href("/signin"), returnTo)}
          className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
        >
          {t("signUp.signIn")}
        </Link>
      </p>
    </AccountFrame>
  );
}

interface PasswordFormProps {
  invitation: string | null;
  failure: FormFailure | undefined;
  busy: boolean;
}

function PasswordForm({ invitation, failure, busy }: PasswordFormProps) {
  const { t } = useI18n();
  return (
    <Form method="post" className="space-y-5" aria-label={t("signUp.heading")} noValidate>
      {invitation === null ? null : <input type="hidden" name="invitation" value={invitation} />}
      <TextField
        label={t("signUp.userName")}
        name="username"
        autoComplete="nickname"
        minLength={3}
        maxLength={64}
        required
        failure={failure}
      />
      <EmailField failure={failure} />
      <PasswordField purpose="new" failure={failure} />
      <Button type="submit" weight="primary" className="w-full" aria-disabled={busy}>
        {t(busy ? "signUp.busy" : "signUp.create")}
      </Button>
    </Form>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "signUp.heading");
}
