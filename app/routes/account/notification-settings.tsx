import { AddChannel } from "~/features/notifications/view/add-channel";
import { ChannelList } from "~/features/notifications/view/channel-list";
import { KindTable } from "~/features/notifications/view/kind-table";
import { MailTimingForm } from "~/features/notifications/view/mail-timing-form";
import { PushSwitch } from "~/features/notifications/view/push-switch";
import { QuietHoursForm } from "~/features/notifications/view/quiet-hours-form";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { notificationsContext, servicesContext, signedInContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { readBody } from "~/http/request/read-body.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { useI18n } from "~/i18n/i18n-context";
import { loadChannels } from "~/pages/notifications/load-channels.server";
import { formAction } from "~/ui/forms/form-action";
import { Toast } from "~/ui/changes/toast";
import { submittedText } from "~/ui/forms/form-failure";
import { FormOutcome } from "~/ui/forms/form-field";
import { NewSecret } from "~/ui/forms/new-secret";
import { Section } from "~/ui/section";
import { submitChannels } from "./submit-channels.server";
import type { Route } from "./+types/notification-settings";

export const handle: PageHandle = { isPersonal: true };

const DONE = ["saved", "added", "paused", "resumed", "removed"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(signedInContext);
  const { db } = context.get(servicesContext);
  const { keyring, mailer } = context.get(notificationsContext);
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...(await loadChannels(db, keyring, { user, sendsMail: mailer !== null })),
    isChild: user.isChild,
    zone: userZone(request, user),
    done: DONE.find((name) => name === done) ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = await context.get(signedInContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = () => submitChannels(body, context, session);
  return withFormFailure(body, context, work, {
    conflict: 409,
    "not-found": 404,
    forbidden: 403,
  });
}

export const clientAction = formAction<typeof action>();

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { kinds, bell, mail, quiet, isFull, isChild, browsers, publicKey, zone, done } = loaderData;
  const channels = loaderData.channels.map((channel) =>
    channel.kind === "mail" ? { ...channel, name: t("channels.service.mail") } : channel,
  );
  const failure =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const created = actionData !== undefined && "secret" in actionData ? actionData : null;
  const tested = actionData !== undefined && "tested" in actionData ? actionData.tested : null;
  const intent = submittedText(failure, "intent");
  const failureOf = (form: string) => (intent === form ? failure : undefined);
  return (
    <div className="mt-6 max-w-3xl">
      {intent === "add" || intent === "quiet" || intent === "mail" ? null : (
        <FormOutcome success={null} failure={failure} />
      )}
      <Section title={t("channels.kinds")} className="first:mt-0">
        <KindTable kinds={kinds} bell={bell} channels={channels} />
      </Section>
      {isChild ? null : (
        <Section title={t("push.heading")}>
          <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("push.description")}</p>
          <PushSwitch browsers={browsers} publicKey={publicKey} />
        </Section>
      )}
      {mail.timing === null ? null : (
        <Section title={t("channels.mail")}>
          <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("channels.mailDescription")}</p>
          <ChannelList
            channels={channels.filter(({ kind }) => kind === "mail")}
            tested={tested}
            zone={zone}
          />
          <MailTimingForm
            timing={mail.timing}
            hour={mail.hour}
            zone={zone}
            failure={failureOf("mail")}
          />
        </Section>
      )}
      {isChild ? null : (
        <Section title={t("channels.heading")}>
          <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("channels.description")}</p>
          <ChannelList
            channels={channels.filter(({ kind }) => kind !== "mail")}
            tested={tested}
            zone={zone}
          />
          {created === null ? null : (
            <NewSecret
              label={t("channels.secret", { name: created.name })}
              secret={created.secret}
            />
          )}
          {isFull ? (
            <p className="text-sm text-ink-soft">{t("channels.full")}</p>
          ) : (
            <AddChannel key={channels.length} failure={failureOf("add")} />
          )}
        </Section>
      )}
      <Section title={t("channels.quiet")}>
        <QuietHoursForm {...quiet} zone={zone} failure={failureOf("quiet")} />
      </Section>
      <Toast
        message={done === null || actionData !== undefined ? null : t(`channels.done.${done}`)}
      />
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "channels.pageHeading");
}
