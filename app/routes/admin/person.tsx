import { Download } from "lucide-react";
import { Form, redirect } from "react-router";
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
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { roleSchema } from "~/features/accounts/roles/role-input";
import { hasRole, mayManage, ROLES } from "~/features/accounts/roles/roles";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import { requestContext, servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { logError } from "~/http/response/error-response.server";
import {
  isRecentlyConfirmed,
  requireRecentRole,
  requireRole,
} from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/routes/site/error-page";
import { Button, ButtonLink } from "~/ui/button";
import { Select } from "~/ui/forms/field";
import { FormOutcome } from "~/ui/forms/form-field";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";
import { ConfirmFirst } from "./confirm-first";
import { Facts } from "./facts";
import { LinkOnce } from "./link-once";
import { Moment } from "./moment";
import { readZone } from "./page-number.server";
import type { Route } from "./+types/person";

const DONE = ["role", "disabled", "enabled", "ended"] as const;
const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("profile.confirmDelete")),
});

export async function loader({ request, params, context }: Route.LoaderArgs) {
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
    zone: readZone(request),
    isSelf: session.user.id === user.id,
    isOwner: hasRole(session.user.role, "owner"),
    mayManage: mayManage(session.user.role, user.role),
    isConfirmed: isRecentlyConfirmed(session),
    done: DONE.find((name) => name === done) ?? null,
  };
}

const OWNER_INTENTS = new Set(["role", "reset", "delete"]);

export async function action({ request, params, context }: Route.ActionArgs) {
  await requireRole(request, context, "moderator");
  const services = context.get(servicesContext);
  const { db } = services;
  const body = await withPageErrors(context, () => readBody(request));
  const { intent } = await withPageErrors(context, () =>
    Promise.resolve(parseInput(z.object({ intent: z.string() }), body.value)),
  );
  const least = OWNER_INTENTS.has(intent) ? "owner" : "moderator";
  const { user: manager } = await requireRecentRole(request, context, least);
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
        await deleteUnusedUploads(services).catch((error: unknown) =>
          logError(services.log, error, { requestId: context.get(requestContext).requestId }),
        );
        return redirect("/admin/people");
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { forbidden: 403, conflict: 409 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFormFallback(serverAction);
}

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  const { user, zone, isSelf, isOwner, mayManage, isConfirmed, done } = loaderData;
  const failure =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const link = actionData !== undefined && "link" in actionData ? actionData.link : null;
  const path = `/admin/people/${user.id}`;
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
      <Facts
        rows={[
          [
            t("signIn.email"),
            `${user.email}${user.isEmailProven ? ` (${t("admin.person.proven")})` : ""}`,
          ],
          [t("admin.role"), t(`admin.role.${user.role}`)],
          [
            t("admin.person.status"),
            user.isDisabled ? t("admin.people.disabled") : t("admin.person.active"),
          ],
          [t("admin.person.since"), <Moment key="since" at={user.createdAt} zone={zone} />],
          [
            t("admin.people.lastSeen"),
            user.lastSeenAt === null ? (
              t("admin.people.never")
            ) : (
              <Moment key="seen" at={user.lastSeenAt} zone={zone} />
            ),
          ],
          [
            t("admin.person.invitedBy"),
            user.invitedBy === null ? (
              "–"
            ) : (
              <Link
                key="by"
                to={`/admin/people/${user.invitedBy.id}`}
                className="text-accent-text underline underline-offset-4"
              >
                {user.invitedBy.name}
              </Link>
            ),
          ],
          [
            t("admin.person.waysIn"),
            i18n.formatList([
              ...(user.hasPassword ? [t("signIn.password")] : []),
              ...user.providers,
            ]) || "–",
          ],
          [t("admin.person.sessions"), formatNumber(user.sessions)],
          [t("admin.person.tokens"), formatNumber(user.tokens)],
          [t("admin.person.listEntries"), formatNumber(user.listEntries)],
          [
            t("admin.person.uploads"),
            formatNumber(user.uploadBytes / 1_000_000, {
              style: "unit",
              unit: "megabyte",
              maximumFractionDigits: 1,
            }),
          ],
        ]}
      />
      {!mayManage ? null : !isConfirmed ? (
        <ConfirmFirst returnTo={path} />
      ) : (
        <>
          {isOwner ? (
            <Section title={t("admin.role")}>
              <Form
                method="post"
                action={path}
                aria-label={t("admin.role")}
                className="flex max-w-md flex-wrap gap-3"
              >
                <Select
                  name="role"
                  aria-label={t("admin.role")}
                  defaultValue={user.role}
                  options={ROLES.map((name) => [name, t(`admin.role.${name}`)] as const)}
                />
                <Button type="submit" name="intent" value="role">
                  {t("admin.person.changeRole")}
                </Button>
              </Form>
              <p className="mt-3 max-w-prose text-sm text-ink-soft">
                {t("admin.role.description")}
              </p>
            </Section>
          ) : null}
          {isSelf ? null : (
            <Section title={t("admin.person.access")}>
              <Form
                method="post"
                action={path}
                aria-label={t("admin.person.access")}
                className="flex flex-wrap gap-3"
              >
                <Button type="submit" name="intent" value="end-sessions">
                  {t("admin.person.endSessions")}
                </Button>
                <Button type="submit" name="intent" value={user.isDisabled ? "enable" : "disable"}>
                  {t(user.isDisabled ? "admin.person.enable" : "admin.person.disable")}
                </Button>
                {isOwner ? (
                  <Button type="submit" name="intent" value="reset">
                    {t("admin.person.reset")}
                  </Button>
                ) : null}
              </Form>
              <p className="mt-3 max-w-prose text-sm text-ink-soft">
                {t("admin.person.access.description")}
              </p>
            </Section>
          )}
          {isOwner && !isSelf ? (
            <Section title={t("admin.person.delete")}>
              <p className="mb-4 max-w-prose text-sm text-ink-soft">
                {t("admin.person.delete.description")}
              </p>
              <ButtonLink to={`${path}/export`} reloadDocument download>
                <Download aria-hidden className="size-4" />
                {t("admin.person.export")}
              </ButtonLink>
              <Form
                method="post"
                action={path}
                aria-label={t("admin.person.delete")}
                className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2"
              >
                <label className="flex min-h-11 items-center gap-2.5 text-sm">
                  <input type="checkbox" name="confirm" value="yes" className="size-4" />
                  {t("admin.person.delete.confirm")}
                </label>
                <Button
                  type="submit"
                  name="intent"
                  value="delete"
                  className="border-caution text-caution"
                >
                  {t("admin.person.delete")}
                </Button>
              </Form>
            </Section>
          ) : null}
        </>
      )}
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.people");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
