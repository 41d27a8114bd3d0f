import { Form, href, Link } from "react-router";
import { searchUsers } from "~/features/accounts/directory/search-users.server";
import { ROLES } from "~/features/accounts/roles/roles";
import { servicesContext } from "~/http/context";
import { noindexMeta } from "~/frame/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Field, Select } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { Pagination } from "~/ui/paging/pagination";
import { Moment } from "~/pages/admin/moment";
import { readPageNumber } from "~/parsing/page-number";
import { userZone } from "~/http/viewer/user-zone.server";
import type { Route } from "./+types/people";
import { withQuery } from "~/ui/with-query";

const MAX_QUERY_LENGTH = 254;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("q") ?? "").replaceAll("\0", "").slice(0, MAX_QUERY_LENGTH);
  const role = ROLES.find((name) => name === searchParams.get("role"));
  const page = readPageNumber(searchParams);
  const found = await searchUsers(db, { query, role, page });
  return {
    query,
    role: role ?? null,
    page,
    total: found.total,
    lastPage: found.lastPage,
    zone: userZone(request, user),
    users: found.users.map(({ disabledAt, ...shown }) => ({
      ...shown,
      isDisabled: disabledAt !== null,
    })),
  };
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { query, role, page, total, lastPage, zone, users } = loaderData;
  const pageHref = (number: number) =>
    withQuery(href("/admin/people"), {
      ...(query === "" ? {} : { q: query }),
      ...(role === null ? {} : { role }),
      ...(number === 1 ? {} : { page: String(number) }),
    });
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.people")}</h1>
      <Form
        role="search"
        aria-label={t("admin.people.search")}
        className="mt-6 flex flex-wrap items-end gap-3"
      >
        <div className="min-w-48 grow">
          <Field label={t("admin.people.query")}>
            <TextInput type="search" name="q" defaultValue={query} maxLength={MAX_QUERY_LENGTH} />
          </Field>
        </div>
        <Field label={t("admin.role")}>
          <Select
            name="role"
            defaultValue={role ?? ""}
            options={[
              ["", t("admin.role.any")],
              ...ROLES.map((name) => [name, t(`admin.role.${name}`)] as const),
            ]}
          />
        </Field>
        <Button type="submit">{t("admin.people.find")}</Button>
      </Form>
      <p className="mt-6 text-sm text-ink-soft">{t("admin.people.count", { count: total })}</p>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {users.map((user) => (
          <li key={user.id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3 text-sm">
            <div className="min-w-0 grow basis-64">
              <Link
                to={href("/admin/people/:id", { id: user.id })}
                className="inline-flex min-h-11 items-center font-semibold break-words hover:text-accent-text md:min-h-8"
              >
                {user.userName}
              </Link>
              <p className="break-all text-ink-soft">
                {user.email ?? t("admin.people.managed", { name: user.account?.name ?? "" })}
              </p>
            </div>
            <p className="w-36 text-ink-soft">
              {t(`admin.role.${user.role}`)}
              {user.isDisabled ? (
                <span className="block text-caution">{t("admin.people.disabled")}</span>
              ) : null}
            </p>
            <p className="w-48 text-xs text-ink-faint">
              {t("admin.people.lastSeen")}{" "}
              {user.lastSeenAt === null ? (
                t("admin.people.never")
              ) : (
                <Moment at={user.lastSeenAt} zone={zone} />
              )}
            </p>
          </li>
        ))}
      </ul>
      <Pagination current={page} last={lastPage} pageHref={pageHref} />
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.people");
}
