import { Form, href } from "react-router";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import {
  hasMailChannel,
  unsubscribeMail,
} from "~/features/notifications/channels/mail-channel.server";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import type { Route } from "./+types/unsubscribe";

export const handle: PageHandle = { isPersonal: true };

/** Changes nothing, as programs that check mails open their links. */
export function loader({ params, context }: Route.LoaderArgs): Promise<null> {
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    if (!isCode(params.code) || !(await hasMailChannel(db, params.code)))
      throw new NotFound("unsubscribe.unknown");
    return null;
  });
}

/** Takes the form and the request of a mail program (RFC 8058), which need no session. */
export function action({ params, context }: Route.ActionArgs): Promise<{ isDone: true }> {
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    if (!isCode(params.code) || !(await unsubscribeMail(db, params.code)))
      throw new NotFound("unsubscribe.unknown");
    return { isDone: true };
  });
}

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (actionData?.isDone === true)
    return (
      <AccountFrame title={t("unsubscribe.done")} glyph="静" lead={t("unsubscribe.doneLead")}>
        <ButtonLink to={href("/settings/notifications")}>{t("channels.pageHeading")}</ButtonLink>
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("unsubscribe.heading")} glyph="静" lead={t("unsubscribe.lead")}>
      <Form method="post">
        <Button type="submit" weight="primary">
          {t("unsubscribe.button")}
        </Button>
      </Form>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "unsubscribe.heading");
}

function isCode(text: string): boolean {
  return z.uuid().safeParse(text).success;
}
