import { Form, href, Link } from "react-router";
import type { InvitationEntry } from "~/features/accounts/invitations/invitations.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Moment } from "./moment";
import { FACT_DOT } from "~/ui/fact-dot";

interface InvitationItemProps {
  invitation: InvitationEntry & { isRevocable: boolean };
  zone: string;
}

/** An invitation with its state, and a way to revoke it. */
export function InvitationItem({ invitation, zone }: InvitationItemProps) {
  const { t } = useI18n();
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3 text-sm">
      <div className="min-w-0 grow basis-60">
        <p className="font-medium break-words">
          {invitation.role === "owner"
            ? t("invitation.owner")
            : invitation.note || t("admin.invitations.noNote")}
        </p>
        <p className="text-xs text-ink-faint">
          {invitation.createdBy === null ? (
            t("admin.via.command")
          ) : (
            <Link
              to={href("/admin/people/:id", { id: invitation.createdBy.id })}
              className="underline underline-offset-4"
            >
              {invitation.createdBy.name}
            </Link>
          )}
          {FACT_DOT}
          <Moment at={invitation.createdAt} zone={zone} />
        </p>
      </div>
      <p className="w-56 text-ink-soft">
        {t(`admin.invitations.status.${invitation.status}`)}
        {FACT_DOT}
        {t("admin.invitations.used", {
          uses: invitation.uses,
          max: invitation.maxUses,
        })}
        <span className="block text-xs text-ink-faint">
          {t("admin.invitations.until")} <Moment at={invitation.expiresAt} zone={zone} />
        </span>
      </p>
      <div className="w-24">
        {invitation.isRevocable ? (
          <Form method="post" action={href("/admin/invitations")} preventScrollReset>
            <input type="hidden" name="intent" value="revoke" />
            <Button
              type="submit"
              weight="bare"
              name="id"
              value={invitation.id}
              aria-label={t("admin.invitations.revokeOf", {
                note: invitation.note || t("admin.invitations.noNote"),
              })}
            >
              {t("admin.invitations.revoke")}
            </Button>
          </Form>
        ) : null}
      </div>
    </li>
  );
}
