import { data, Form, redirect, href } from "react-router";
import {
  readInvitation,
  type InvitationStatus,
} from "~/features/accounts/invitations/invitations.server";
import { acceptOwnership, hasAccounts } from "~/features/accounts/roles/ownership.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { noindexMeta } from "~/frame/page-i18n";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { readInvitationCode } from "~/http/request/invitation-code";
import { getSession } from "~/http/session/get-session.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { FormMessage } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/invitation";
import { signInPath } from "~/ui/sign-in-path";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const url = new URL(request.url);
  const code = readInvitationCode(url.searchParams);
  const [session, found] = await Promise.all([
    getSession(request, context),
    code === undefined ? null : readInvitation(db, code),
  ]);
  const query = new URLSearchParams({ invitation: code ?? "" }).toString();
  const status: InvitationStatus | "invalid" = found?.status ?? "invalid";
  // A new site has no account to choose instead.
  if (status === "open" && found?.role === "owner" && !(await hasAccounts(db)))
    throw redirect(`${href("/signup")}?${query}`);
  return data(
    {
      status,
      role: found?.role ?? "member",
      inviter: found?.inviter ?? null,
      isSignedIn: session !== null,
      signUp: `${href("/signup")}?${query}`,
      signIn: signInPath(`${href("/invitation")}?${query}`),
    },
    { status: status === "invalid" ? 404 : status === "open" ? 200 : 410 },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requirePageSession(request, context);
  const { db } = context.get(servicesContext);
  const code = readInvitationCode(new URL(request.url).searchParams);
  const work = async () => {
    await consumeRateLimit("signup", context);
    await acceptOwnership(db, user.id, code ?? "");
    return redirect(href("/admin"));
  };
  return withFormFailure({ value: {}, isForm: true }, context, work, { forbidden: 403 });
}

export const clientAction = formAction<typeof action>();

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { status, role, inviter, isSignedIn, signUp, signIn } = loaderData;
  const failure = actionData !== undefined && "failure" in actionData ? actionData.failure : null;
  if (status !== "open")
    return (
      <AccountFrame title={t("invitation.closed")} glyph="招待">
        <p className="text-ink-soft">{t(`invitation.status.${status}`)}</p>
      </AccountFrame>
    );
  const isOwner = role === "owner";
  return (
    <AccountFrame
      title={t(isOwner ? "invitation.owner" : "invitation.heading")}
      glyph="招待"
      lead={
        isOwner
          ? t("invitation.owner.description")
          : inviter === null
            ? t("invitation.description")
            : t("invitation.by", { name: inviter })
      }
    >
      <FormMessage>{failure?.message}</FormMessage>
      {isSignedIn ? (
        isOwner ? (
          <Form method="post" aria-label={t("invitation.owner")}>
            <Button type="submit" weight="primary">
              {t("invitation.owner.accept")}
            </Button>
          </Form>
        ) : (
          <p className="text-ink-soft">{t("invitation.signedIn")}</p>
        )
      ) : (
        <p className="flex flex-wrap gap-3">
          <ButtonLink to={signUp} weight="primary">
            {t("signIn.create")}
          </ButtonLink>
          <ButtonLink to={signIn}>{t("signIn.heading")}</ButtonLink>
        </p>
      )}
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "invitation.heading");
}
