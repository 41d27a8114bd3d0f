import { Form, redirect, href } from "react-router";
import { siteUrl } from "~/config/site-url";
import { resetPath } from "~/features/accounts/link-paths";
import { createMailedReset, forgotSchema } from "~/features/accounts/reset/password-reset.server";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { EmailField } from "~/features/accounts/view/email-field";
import { accountsContext, i18nContext, servicesContext, siteContext } from "~/http/context";
import { composeMail, sendInBackground } from "~/http/mail/send-mail.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormMessage, FormSuccess } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import type { Route } from "./+types/forgot";
import type { PageHandle } from "~/frame/page-handle";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  await withPageErrors(context, () => requirePasswords(context.get(accountsContext)));
  const { mailer } = context.get(servicesContext);
  return { sendsMail: mailer !== null, isSent: new URL(request.url).searchParams.has("sent") };
}

/** The response is the same, and as quick, whether or not the address has an account. */
export async function action({ request, context }: Route.ActionArgs) {
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    requirePasswords(context.get(accountsContext));
    await consumeRateLimit("passwordReset", context);
    const { email } = parseInput(forgotSchema, body.value);
    const services = context.get(servicesContext);
    const i18n = context.get(i18nContext);
    sendInBackground(services, async () => {
      const reset = await createMailedReset(services.db, email);
      if (reset === null) return null;
      const { name } = await context.get(siteContext).siteSettings.readCached();
      const link = new URL(resetPath(reset.code), siteUrl(services.config.server)).href;
      return composeMail(i18n, "reset", { to: reset.email, site: name, link });
    });
    return redirect(`${href("/forgot")}?sent`);
  };
  return withFormFailure(body, context, work, { forbidden: 403 });
}

export const clientAction = formAction<typeof action>();

export default function Forgot({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { sendsMail, isSent } = loaderData;
  const failure = actionData?.failure;
  return (
    <AccountFrame
      title={t("forgot.heading")}
      glyph="忘却"
      lead={t(sendsMail ? "forgot.lead" : "forgot.noMail")}
    >
      {isSent && failure === undefined && sendsMail ? (
        <FormSuccess>{t("forgot.sent")}</FormSuccess>
      ) : null}
      {sendsMail && (!isSent || failure !== undefined) ? (
        <>
          <FormMessage>{failure?.message}</FormMessage>
          <Form method="post" className="space-y-5" aria-label={t("forgot.heading")} noValidate>
            <EmailField failure={failure} />
            <Button type="submit" weight="primary" className="w-full">
              {t("forgot.send")}
            </Button>
          </Form>
        </>
      ) : null}
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "forgot.heading");
}
