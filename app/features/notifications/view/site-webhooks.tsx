import { SITE_KINDS } from "~/features/notifications/notification-kinds";
import { useI18n } from "~/i18n/i18n-context";
import { submittedText, type FormFailure } from "~/ui/forms/form-failure";
import { FormOutcome } from "~/ui/forms/form-field";
import { NewSecret } from "~/ui/forms/new-secret";
import { Section } from "~/ui/section";
import { AddForm } from "./add-channel";
import { ChannelList, type ChannelListProps } from "./channel-list";
import { KindTable } from "./kind-table";

interface SiteWebhooksProps extends ChannelListProps {
  /** Whether no other can be added. */
  isFull: boolean;
  /** The webhook that was just added or got another secret; null for none. */
  created: { name: string; secret: string } | null;
  failure: FormFailure | undefined;
}

/** The webhooks of the site, which tell programs what happens on it. */
export function SiteWebhooks({
  channels,
  tested,
  zone,
  isFull,
  created,
  failure,
}: SiteWebhooksProps) {
  const { t } = useI18n();
  const isAdd = submittedText(failure, "intent") === "add";
  return (
    <Section title={t("admin.webhooks")}>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("admin.webhooks.lead")}</p>
      {isAdd ? null : <FormOutcome success={null} failure={failure} />}
      <ChannelList channels={channels} tested={tested} zone={zone} />
      {created === null ? null : (
        <NewSecret label={t("channels.secret", { name: created.name })} secret={created.secret} />
      )}
      {channels.length === 0 ? null : (
        <div className="mb-6">
          <KindTable kinds={SITE_KINDS} bell={null} channels={channels} />
        </div>
      )}
      {isFull ? (
        <p className="text-sm text-ink-soft">{t("channels.full")}</p>
      ) : (
        <div key={channels.length} className="border-y border-rule">
          <AddForm
            kind="webhook"
            summary={t("channels.addOf", { service: t("channels.service.webhook") })}
            failure={isAdd ? failure : undefined}
          />
        </div>
      )}
    </Section>
  );
}
