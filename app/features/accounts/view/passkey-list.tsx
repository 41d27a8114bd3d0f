import { useId } from "react";
import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { submittedText, type FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";
import { useDeviceName } from "./device-name";
import { FACT_DOT } from "~/ui/fact-dot";

interface PasskeyRow {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  synced: boolean;
  /** Whether it was made for the host that the site has now. */
  isUsable: boolean;
}

interface PasskeyListProps {
  passkeys: readonly PasskeyRow[];
  zone: string;
  failure: FormFailure | undefined;
}

export function PasskeyList({ passkeys, zone, failure }: PasskeyListProps) {
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {passkeys.map((passkey) => (
        <PasskeyItem
          key={passkey.id}
          passkey={passkey}
          zone={zone}
          failure={submittedText(failure, "id") === passkey.id ? failure : undefined}
        />
      ))}
    </ul>
  );
}

interface PasskeyItemProps {
  passkey: PasskeyRow;
  zone: string;
  failure: FormFailure | undefined;
}

function PasskeyItem({ passkey, zone, failure }: PasskeyItemProps) {
  const { t, formatDate } = useI18n();
  const { id, createdAt, lastUsedAt, synced, isUsable } = passkey;
  const nameId = useId();
  const name = useDeviceName(passkey.name);
  const dayOf = (moment: Date) => formatDate(moment, { dateStyle: "medium", timeZone: zone });
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <p id={nameId} className="text-sm font-medium wrap-anywhere">
            {name}
          </p>
          <p className="text-xs text-ink-faint">
            {t("passkeys.added", { day: dayOf(createdAt) })}
            {FACT_DOT}
            {lastUsedAt === null
              ? t("passkeys.neverUsed")
              : t("passkeys.lastUsed", { day: dayOf(lastUsedAt) })}
            {FACT_DOT}
            {t(synced ? "passkeys.synced" : "passkeys.oneDevice")}
          </p>
          {isUsable ? null : <p className="mt-1 text-xs text-caution">{t("passkeys.otherSite")}</p>}
        </div>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            name="intent"
            value="remove"
            weight="bare"
            aria-label={t("passkeys.removeOf", { name })}
          >
            {t("passkeys.remove")}
          </Button>
        </Form>
      </div>
      <details open={failure?.fields["name"] !== undefined}>
        <summary
          className="unfolds inline-flex min-h-11 items-center text-sm text-ink-soft"
          aria-label={t("passkeys.renameOf", { name })}
        >
          {t("passkeys.rename")}
        </summary>
        <Form
          method="post"
          noValidate
          preventScrollReset
          aria-label={t("passkeys.renameOf", { name })}
          className="flex flex-wrap items-end gap-3 py-2"
        >
          <input type="hidden" name="id" value={id} />
          <div className="min-w-0 grow basis-56">
            <TextField
              label={t("passkeys.name")}
              name="name"
              defaultValue={name}
              autoComplete="off"
              required
              failure={failure}
            />
          </div>
          <Button type="submit" name="intent" value="rename">
            {t("passkeys.rename.save")}
          </Button>
        </Form>
      </details>
    </li>
  );
}
