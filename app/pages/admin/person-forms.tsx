import { Download } from "lucide-react";
import { Form, href } from "react-router";
import { ROLES } from "~/features/accounts/roles/roles";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Select } from "~/ui/forms/field";
import { Section } from "~/ui/section";
import type { PersonData } from "./load-person.server";

type Person = PersonData["user"];

/** Leads to the page of a user among the people of the site. */
export function personPath({ id }: Pick<Person, "id">): string {
  return href("/admin/people/:id", { id });
}

/** Changes what a user may do on the site. */
export function RoleForm({ user }: { user: Person }) {
  const { t } = useI18n();
  return (
    <Section title={t("admin.role")}>
      <Form
        method="post"
        action={personPath(user)}
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
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{t("admin.role.description")}</p>
    </Section>
  );
}

/** Ends a user's sessions, takes or gives access, and lets the user choose a new password. */
export function AccessForm({ user, mayReset }: { user: Person; mayReset: boolean }) {
  const { t } = useI18n();
  return (
    <Section title={t("admin.person.access")}>
      <Form
        method="post"
        action={personPath(user)}
        aria-label={t("admin.person.access")}
        className="flex flex-wrap gap-3"
      >
        <Button type="submit" name="intent" value="end-sessions">
          {t("admin.person.endSessions")}
        </Button>
        <Button type="submit" name="intent" value={user.isDisabled ? "enable" : "disable"}>
          {t(user.isDisabled ? "admin.person.enable" : "admin.person.disable")}
        </Button>
        {mayReset ? (
          <Button type="submit" name="intent" value="reset">
            {t("admin.person.reset")}
          </Button>
        ) : null}
      </Form>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        {t("admin.person.access.description")}
      </p>
    </Section>
  );
}

/** Deletes a user's account, and hands out its data before that. */
export function DeletionForm({ user }: { user: Person }) {
  const { t } = useI18n();
  return (
    <Section title={t("admin.person.delete")}>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        {t("admin.person.delete.description")}
        {user.managed.length === 0 ? null : ` ${t("admin.person.delete.profiles")}`}
      </p>
      <ButtonLink to={`${personPath(user)}/export`} reloadDocument>
        <Download aria-hidden className="size-4" />
        {t("admin.person.export")}
      </ButtonLink>
      <Form
        method="post"
        action={personPath(user)}
        aria-label={t("admin.person.delete")}
        className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2"
      >
        <label className="flex min-h-11 items-center gap-2.5 text-sm">
          <input type="checkbox" name="confirm" value="yes" className="size-4" />
          {t("admin.person.delete.confirm")}
        </label>
        <Button type="submit" name="intent" value="delete" className="border-caution text-caution">
          {t("admin.person.delete")}
        </Button>
      </Form>
    </Section>
  );
}
