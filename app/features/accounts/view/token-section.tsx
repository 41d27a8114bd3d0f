import { Form, href, Link } from "react-router";
import { TOKEN_SCOPES } from "~/features/accounts/tokens/token-scopes";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { NewSecret } from "~/ui/forms/new-secret";
import { CheckLine } from "~/ui/forms/field";
import { type FormFailure, formMessage } from "~/ui/forms/form-failure";
import { FieldDescription, FormMessage, SelectField, TextField } from "~/ui/forms/form-field";
import { ConfirmFirst } from "./confirm-first";
import { FACT_DOT } from "~/ui/fact-dot";

const EXPIRY_DAYS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 90;

interface TokenRow {
  id: string;
  name: string;
  scopes: readonly string[];
  expiresAt: Date | null;
  isExpired: boolean;
  lastUsedAt: Date | null;
}

interface TokenSectionProps {
  tokens: readonly TokenRow[];
  created: string | null;
  zone: string;
  isConfirmed: boolean;
  failure?: FormFailure | undefined;
}

export function TokenSection({ tokens, created, zone, isConfirmed, failure }: TokenSectionProps) {
  const { t } = useI18n();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        <Trans
          message="settings.tokens.description"
          parts={{
            link: (
              <Link
                to={href("/docs")}
                className="font-medium text-accent-text underline underline-offset-4"
              />
            ),
          }}
        />
      </p>
      {created === null ? null : (
        <NewSecret label={t("settings.tokens.created")} secret={created} />
      )}
      <ul className="mb-6 divide-y divide-rule border-y border-rule empty:hidden">
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} zone={zone} />
        ))}
      </ul>
      {isConfirmed ? (
        <CreateTokenForm failure={failure} />
      ) : (
        <ConfirmFirst returnTo={`${href("/settings")}#tokens`} />
      )}
    </>
  );
}

function TokenItem({ token, zone }: { token: TokenRow; zone: string }) {
  const { t, formatDate } = useI18n();
  const dayOf = (moment: Date) => formatDate(moment, { dateStyle: "medium", timeZone: zone });
  const expiry =
    token.expiresAt === null
      ? t("settings.tokens.neverExpires")
      : token.isExpired
        ? t("settings.tokens.expired")
        : t("settings.tokens.expires", { day: dayOf(token.expiresAt) });
  const use =
    token.lastUsedAt === null
      ? t("settings.tokens.neverUsed")
      : t("settings.tokens.lastUsed", { day: dayOf(token.lastUsedAt) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="text-sm font-medium break-words">{token.name}</p>
        <p className="text-xs text-ink-faint">
          {[token.scopes.join(", "), expiry, use].join(FACT_DOT)}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={token.id} />
        <Button
          type="submit"
          name="intent"
          value="revoke-token"
          weight="bare"
          aria-label={t("settings.tokens.revokeOf", { name: token.name })}
        >
          {t("settings.tokens.revoke")}
        </Button>
      </Form>
    </li>
  );
}

function CreateTokenForm({ failure }: { failure?: FormFailure | undefined }) {
  const { t } = useI18n();
  const chosen = failure?.values["scopes"] ?? [];
  return (
    <Form
      method="post"
      preventScrollReset
      noValidate
      aria-label={t("settings.tokens.create")}
      className="space-y-5"
    >
      <FormMessage>{formMessage(failure, "name", "scopes", "expiresInDays")}</FormMessage>
      <TextField label={t("settings.tokens.name")} name="name" maxLength={64} failure={failure} />
      <fieldset aria-describedby="token-scopes-error">
        <legend className="mb-1.5 text-sm font-medium text-ink-soft">
          {t("settings.tokens.scopes")}
        </legend>
        {TOKEN_SCOPES.map((scope) => (
          <CheckLine
            key={scope}
            name="scopes"
            value={scope}
            label={<code>{scope}</code>}
            defaultChecked={chosen.includes(scope)}
          />
        ))}
        <FieldDescription id="token-scopes" error={failure?.fields["scopes"]} />
      </fieldset>
      <SelectField
        label={t("settings.tokens.expiry")}
        name="expiresInDays"
        failure={failure}
        defaultValue={String(DEFAULT_DAYS)}
        options={[
          ...EXPIRY_DAYS.map(
            (days) => [String(days), t("settings.tokens.expiry.days", { days })] as const,
          ),
          ["", t("settings.tokens.expiry.never")] as const,
        ]}
      />
      <Button type="submit" name="intent" value="create-token">
        {t("settings.tokens.create")}
      </Button>
    </Form>
  );
}
