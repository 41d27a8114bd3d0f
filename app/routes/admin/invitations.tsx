import { redirect, href } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { invitationInputSchema } from "~/features/accounts/invitations/invitation-input";
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from "~/features/accounts/invitations/invitations.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { invitationPath } from "~/features/accounts/link-paths";
import { requestContext, servicesContext, siteContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { useI18n } from "~/i18n/i18n-context";
import { FormOutcome } from "~/ui/forms/form-field";
import { formMessage, submittedText } from "~/ui/forms/form-failure";
import { formAction } from "~/ui/forms/form-action";
import { Section } from "~/ui/section";
import { InvitationForm } from "~/pages/admin/invitation-form";
import { InvitationItem } from "~/pages/admin/invitation-item";
import { LinkOnce } from "~/pages/admin/link-once";
import { userZone } from "~/http/viewer/user-zone.server";
import type { Route } from "./+types/invitations";

const idSchema = z.object({ id: z.uuid(zodMessage("invitation.notFound")) });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const { siteSettings } = context.get(siteContext);
  const isOwner = hasRole(user.role, "owner");
  const [invitations, { signUps }] = await Promise.all([listInvitations(db), siteSettings.read()]);
  return {
    signUps,
    zone: userZone(request, user),
    isRevoked: new URL(request.url).searchParams.get("done") === "revoked",
    invitations: invitations.map((invitation) => ({
      ...invitation,
      isRevocable: invitation.status === "open" && (isOwner || invitation.role === "member"),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const actor = { via: "page", userId: user.id } as const;
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "create": {
        const input = parseInput(invitationInputSchema, body.value);
        const { code } = await createInvitation(db, actor, input);
        return { link: new URL(invitationPath(code), context.get(requestContext).origin).href };
      }
      case "revoke":
        await revokeInvitation(db, actor, parseInput(idSchema, body.value).id, {
          isOwner: hasRole(user.role, "owner"),
        });
        return redirect(`${href("/admin/invitations")}?done=revoked`);
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work);
}

export const clientAction = formAction<typeof action>();

export default function Invitations({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { signUps, zone, isRevoked, invitations } = loaderData;
  const failure =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const link = actionData !== undefined && "link" in actionData ? actionData.link : null;
  const isCreate = submittedText(failure, "intent") === "create";
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.invitations")}</h1>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        {t(`admin.invitations.when.${signUps}`)}
      </p>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={isRevoked && actionData === undefined ? t("admin.invitations.revoked") : null}
          failure={failure}
          message={isCreate ? failure?.message : formMessage(failure)}
        />
        {link === null ? null : <LinkOnce label={t("admin.invitations.link")} link={link} />}
      </div>
      <Section title={t("admin.invitations.create")} className="mt-8">
        <InvitationForm failure={failure} />
      </Section>
      <Section title={t("admin.invitations.all")}>
        {invitations.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("admin.invitations.none")}</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule">
            {invitations.map((invitation) => (
              <InvitationItem key={invitation.id} invitation={invitation} zone={zone} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.invitations");
}
