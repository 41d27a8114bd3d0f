import { noindexTitle } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { LinkOnce } from "~/pages/admin/link-once";
import { PersonFacts } from "~/pages/admin/person-facts";
import { AccessForm, DeletionForm, personPath, RoleForm } from "~/pages/admin/person-forms";
import type { Route } from "./+types/person";
import { redirect, href } from "react-router";
import { z } from "zod";
import { Forbidden, Invalid } from "~/errors/app-error";
import { getUser } from "~/features/accounts/directory/get-user.server";
import {
  deleteUser,
  disableUser,
  enableUser,
  endSessionsOf,
} from "~/features/accounts/directory/manage-user.server";
import { resetPath } from "~/features/accounts/link-paths";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { roleSchema } from "~/features/accounts/roles/role-input";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import { requestContext, servicesContext, uploadsContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { logError } from "~/http/response/error-response.server";
import { requireRecentRole, requireRole } from "~/http/session/require-role.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { zodMessage } from "~/i18n/error-message";
import { loadPerson } from "~/pages/admin/load-person.server";

const DONE = ["role", "disabled", "enabled", "ended"] as const;

const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("profile.confirmDelete")),
});

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const session = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...(await withPageErrors(context, () => loadPerson(db, session, params.id))),
    passwords: context.get(servicesContext).config.passwords,
    zone: userZone(request, session.user),
    done: DONE.find((name) => name === done) ?? null,
  };
}

const OWNER_INTENTS = new Set(["role", "reset", "delete"]);

/** Changes a user's role or access, or deletes the user. */
export async function action({ request, params, context }: Route.ActionArgs) {
  await requireRole(request, context, "moderator");
  const { db, log } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const { intent } = await withPageErrors(context, () =>
    Promise.resolve(parseInput(z.object({ intent: z.string() }), body.value)),
  );
  const minimumRole = OWNER_INTENTS.has(intent) ? "owner" : "moderator";
  const { user: manager } = await requireRecentRole(request, context, minimumRole);
  const actor = { via: "page", userId: manager.id } as const;
  const { id } = await withPageErrors(context, () => getUser(db, params.id));
  const done = (name: (typeof DONE)[number]) => redirect(`${personPath({ id })}?done=${name}`);
  const work = async () => {
    switch (intent) {
      case "role": {
        const { role } = parseInput(z.object({ role: roleSchema }), body.value);
        await changeRole(db, actor, id, role);
        return done("role");
      }
      case "disable":
        await disableUser(db, manager, id);
        return done("disabled");
      case "enable":
        await enableUser(db, manager, id);
        return done("enabled");
      case "end-sessions":
        if (id === manager.id) throw new Forbidden("role.notYourself");
        await endSessionsOf(db, manager, id);
        return done("ended");
      case "reset": {
        requirePasswords(context.get(servicesContext).config);
        const { code } = await createResetLink(db, actor, id);
        return { link: new URL(resetPath(code), context.get(requestContext).origin).href };
      }
      case "delete":
        parseInput(deleteSchema, body.value);
        await deleteUser(db, manager, id);
        await deleteUnusedUploads(context.get(uploadsContext)).catch((error: unknown) =>
          logError(log, error, { requestId: context.get(requestContext).requestId }),
        );
        return redirect(href("/admin/people"));
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { forbidden: 403, conflict: 409 });
}

export const clientAction = formAction<typeof action>();

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { user, zone, isSelf, isOwner, mayManage, passwords, isConfirmed, done } = loaderData;
  const failure =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const link = actionData !== undefined && "link" in actionData ? actionData.link : null;
  return (
    <>
      <h1 className="mt-8 text-2xl break-words">{user.userName}</h1>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={done === null || link !== null ? null : t(`admin.person.done.${done}`)}
          failure={failure}
        />
        {link === null ? null : <LinkOnce label={t("admin.person.resetLink")} link={link} />}
      </div>
      <PersonFacts user={user} zone={zone} />
      {!mayManage ? null : !isConfirmed ? (
        <div className="mt-8">
          <ConfirmFirst returnTo={personPath(user)} />
        </div>
      ) : (
        <>
          {isOwner && user.email !== null ? <RoleForm user={user} /> : null}
          {isSelf ? null : (
            <AccessForm user={user} mayReset={isOwner && passwords && user.email !== null} />
          )}
          {isOwner && !isSelf ? <DeletionForm user={user} /> : null}
        </>
      )}
    </>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData === undefined ? [] : noindexTitle(matches, loaderData.user.userName);
}
