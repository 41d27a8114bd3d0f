import { redirect } from "react-router";
import { z } from "zod";
import { Forbidden, Invalid } from "~/errors/app-error";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { getUser } from "~/features/accounts/directory/get-user.server";
import {
  deleteUser,
  disableUser,
  enableUser,
  endSessionsOf,
} from "~/features/accounts/directory/manage-user.server";
import { resetPath } from "~/features/accounts/link-paths";
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { roleSchema } from "~/features/accounts/roles/role-input";
import { hasRole, mayManage } from "~/features/accounts/roles/roles";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  uploadsContext,
} from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { logError } from "~/http/response/error-response.server";
import { requireRecentRole, requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { userZone } from "~/http/viewer/user-zone.server";

const DONE = ["role", "disabled", "enabled", "ended"] as const;

const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("profile.confirmDelete")),
});

/** Reads a user for moderators. */
export async function loadPerson(request: Request, context: RouterContext, params: { id: string }) {
  const session = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const user = await withPageErrors(context, () => getUser(db, params.id));
  const done = new URL(request.url).searchParams.get("done");
  return {
    user: {
      ...user,
      isDisabled: user.disabledAt !== null,
      disabledAt: user.disabledAt?.toISOString() ?? null,
      createdAt: user.createdAt.toISOString(),
      lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    },
    zone: userZone(request, session.user),
    isSelf: session.user.id === user.id,
    isOwner: hasRole(session.user.role, "owner"),
    mayManage: mayManage(session.user.role, user.role),
    isConfirmed: isRecentlyConfirmed(session),
    done: DONE.find((name) => name === done) ?? null,
  };
}

export type PersonData = Awaited<ReturnType<typeof loadPerson>>;

const OWNER_INTENTS = new Set(["role", "reset", "delete"]);

/** Changes a user's role or access, or deletes the user. */
export async function changePerson(
  request: Request,
  context: RouterContext,
  params: { id: string },
) {
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
  const done = (name: (typeof DONE)[number]) => redirect(`/admin/people/${id}?done=${name}`);
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
        const { code } = await createResetLink(db, actor, id);
        return { link: new URL(resetPath(code), context.get(requestContext).origin).href };
      }
      case "delete":
        parseInput(deleteSchema, body.value);
        await deleteUser(db, manager, id);
        await deleteUnusedUploads(context.get(uploadsContext)).catch((error: unknown) =>
          logError(log, error, { requestId: context.get(requestContext).requestId }),
        );
        return redirect("/admin/people");
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { forbidden: 403, conflict: 409 });
}
