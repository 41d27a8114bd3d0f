import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import type { ServiceKind } from "~/providers/channels/channel-target";
import { Button } from "~/ui/button";
import { type FormFailure, formMessage, submittedText } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";

/** Browsers add themselves. */
type AddedKind = Exclude<ServiceKind, "push">;

const KINDS: readonly AddedKind[] = ["ntfy", "discord", "telegram", "apprise", "webhook"];

/** A form for each service that notifications can be sent to. */
export function AddChannel({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useI18n();
  return (
    <>
      <h3 className="text-base font-semibold">{t("channels.add")}</h3>
      <div className="mt-2 divide-y divide-rule border-y border-rule">
        {KINDS.map((kind) => (
          <AddForm
            key={kind}
            kind={kind}
            summary={t(`channels.service.${kind}`)}
            failure={submittedText(failure, "kind") === kind ? failure : undefined}
          />
        ))}
      </div>
    </>
  );
}

interface AddFormProps {
  kind: AddedKind;
  /** The line that unfolds the form. */
  summary: string;
  failure: FormFailure | undefined;
}

export function AddForm({ kind, summary, failure }: AddFormProps) {
  const { t } = useI18n();
  const service = t(`channels.service.${kind}`);
  return (
    <details open={failure !== undefined}>
      <summary className="unfolds flex min-h-11 cursor-pointer list-none items-center text-sm font-medium">
        {summary}
      </summary>
      <Form
        method="post"
        preventScrollReset
        noValidate
        aria-label={t("channels.addOf", { service })}
        className="max-w-md space-y-4 pb-4"
      >
        <FormMessage>{formMessage(failure, "name", "url", "token", "chat")}</FormMessage>
        <input type="hidden" name="kind" value={kind} />
        <TextField
          label={t("channels.name")}
          name="name"
          maxLength={64}
          defaultValue={service}
          failure={failure}
        />
        {kind === "telegram" ? null : <UrlField kind={kind} failure={failure} />}
        {kind === "ntfy" || kind === "telegram" ? (
          <TextField
            label={t(`channels.token.${kind}`)}
            name="token"
            type="password"
            autoComplete="off"
            failure={failure}
          />
        ) : null}
        {kind === "telegram" ? (
          <>
            <TextField
              label={t("channels.chat")}
              name="chat"
              hint={t("channels.chatHint")}
              failure={failure}
            />
            <UrlField kind={kind} failure={failure} />
          </>
        ) : null}
        <Button type="submit" name="intent" value="add">
          {t("channels.addButton")}
        </Button>
      </Form>
    </details>
  );
}

function UrlField({ kind, failure }: { kind: AddedKind; failure: FormFailure | undefined }) {
  const { t } = useI18n();
  return (
    <TextField
      label={t(`channels.url.${kind}`)}
      name="url"
      type="url"
      inputMode="url"
      hint={t(`channels.urlHint.${kind}`)}
      failure={failure}
    />
  );
}
