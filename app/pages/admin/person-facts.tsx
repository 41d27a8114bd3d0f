import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Facts } from "./facts";
import { Moment } from "./moment";
import type { PersonData } from "./load-person.server";

/** What the site knows of a user, for who manages people. */
export function PersonFacts({ user, zone }: Pick<PersonData, "user"> & { zone: string }) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  return (
    <Facts
      rows={[
        user.email === null
          ? [t("admin.person.account"), user.account === null ? "–" : personLink(user.account)]
          : [
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
        [t("admin.person.invitedBy"), user.invitedBy === null ? "–" : personLink(user.invitedBy)],
        [
          t("admin.person.waysIn"),
          i18n.formatList([
            ...(user.hasPassword ? [t("signIn.password")] : []),
            ...user.providers,
          ]) || "–",
        ],
        [
          t("admin.person.profiles"),
          user.managed.length === 0 ? (
            "–"
          ) : (
            <span key="profiles" className="flex flex-wrap gap-x-4">
              {user.managed.map(personLink)}
            </span>
          ),
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
  );
}

function personLink({ id, name }: { id: string; name: string }) {
  return (
    <Link
      key={id}
      to={href("/admin/people/:id", { id })}
      className="text-accent-text underline underline-offset-4"
    >
      {name}
    </Link>
  );
}
