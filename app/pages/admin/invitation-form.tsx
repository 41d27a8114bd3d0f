import { Form, href } from "react-router";
import {
  MAX_INVITATION_DAYS,
  MAX_INVITATION_USES,
} from "~/features/accounts/invitations/invitation-limits";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";

/** Creates an invitation. */
export function InvitationForm({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      action={href("/admin/invitations")}
      noValidate
      aria-label={t("admin.invitations.create")}
      className="max-w-md space-y-5"
    >
      <TextField
        label={t("admin.invitations.note")}
        name="note"
        maxLength={100}
        failure={failure}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t("admin.invitations.uses")}
          type="number"
          name="uses"
          min={1}
          max={MAX_INVITATION_USES}
          defaultValue="1"
          failure={failure}
        />
        <TextField
          label={t("admin.invitations.days")}
          type="number"
          name="days"
          min={1}
          max={MAX_INVITATION_DAYS}
          defaultValue="14"
          failure={failure}
        />
      </div>
      <Button type="submit" weight="primary" name="intent" value="create">
        {t("admin.invitations.create")}
      </Button>
    </Form>
  );
}
