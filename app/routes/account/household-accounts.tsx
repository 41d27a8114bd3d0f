import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { LinkOnce } from "~/pages/admin/link-once";
import { Button } from "~/ui/button";

/** Makes the link with which another account joins the household. */
export function InviteAccount({ link }: { link: string | null }) {
  const { t } = useI18n();
  return (
    <>
      <h2 className="mt-12 mb-3 text-xl">{t("household.invite")}</h2>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("household.invite.lead")}</p>
      {link === null ? null : <LinkOnce label={t("household.invite.link")} link={link} />}
      <Form method="post" aria-label={t("household.invite")} className="mt-4">
        <Button type="submit" name="intent" value="invite">
          {t("household.invite.create")}
        </Button>
      </Form>
    </>
  );
}

/** Takes another account out of the household. */
export function RemoveAccount({ id, name }: { id: string; name: string }) {
  const { t } = useI18n();
  return (
    <Form method="post" aria-label={t("household.remove.of", { name })}>
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="intent"
        value="leave"
        weight="bare"
        aria-label={t("household.remove.of", { name })}
      >
        {t("household.remove")}
      </Button>
    </Form>
  );
}

/** Takes one's own account out of the household. */
export function LeaveHousehold({ id }: { id: string }) {
  const { t } = useI18n();
  return (
    <>
      <h2 className="mt-12 mb-3 text-xl">{t("household.leave")}</h2>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("household.leave.lead")}</p>
      <Form method="post" aria-label={t("household.leave")}>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="intent" value="leave">
          {t("household.leave")}
        </Button>
      </Form>
    </>
  );
}
