import { Download } from "lucide-react";
import { Form } from "react-router";
import { ROLES } from "~/features/accounts/roles/roles";
import { noindexTitle } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { RouteErrorPage } from "~/frame/error-page";
import { Button, ButtonLink } from "~/ui/button";
import { Select } from "~/ui/forms/field";
import { FormOutcome } from "~/ui/forms/form-field";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { Facts } from "~/pages/admin/facts";
import { LinkOnce } from "~/pages/admin/link-once";
import { Moment } from "~/pages/admin/moment";
import { loadPerson, changePerson } from "~/pages/admin/person-page.server";
import type { Route } from "./+types/person";

export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadPerson(request, context, params);
}

export function action({ request, params, context }: Route.ActionArgs) {
  return changePerson(request, context, params);
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
        <div className="mt-8">
          <ConfirmFirst returnTo={path} />
        </div>
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
              <ButtonLink to={`${path}/export`} reloadDocument>
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

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData === undefined ? [] : noindexTitle(matches, loaderData.user.userName);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />;
}
