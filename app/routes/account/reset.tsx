import { data, Form, redirect, href } from "react-router";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import {
  readResetStatus,
  resetPassword,
  resetSchema,
} from "~/features/accounts/reset/password-reset.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { PasswordField } from "~/features/accounts/view/password-field";
import { requestContext, servicesContext, accountsContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { claimOwnership } from "~/http/session/claim-ownership.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { FormMessage } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import type { Route } from "./+types/reset";
import type { PageHandle } from "~/frame/page-handle";

const CODE_LENGTH = 43;

function readCode(request: Request): string {
  const code = new URL(request.url).searchParams.get("code") ?? "";
  return code.length === CODE_LENGTH ? code : "";
}

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  await withPageErrors(context, () => requirePasswords(context.get(accountsContext)));
  const { db } = context.get(servicesContext);
  const status = await readResetStatus(db, readCode(request));
  return data({ status }, { status: status === "open" ? 200 : status === "invalid" ? 404 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const body = await withPageErrors(context, () => readBody(request));
  return withFormFailure(
    body,
    context,
    async () => {
      requirePasswords(context.get(accountsContext));
      await consumeRateLimit("passwordReset", context);
      const { newPassword } = parseInput(resetSchema, body.value);
      const services = context.get(servicesContext);
      const { email, mailed } = await resetPassword(
        context.get(accountsContext),
        readCode(request),
        newPassword,
      );
      if (mailed) await claimOwnership(context, email);
      const { secure } = context.get(requestContext);
      // The browser's own session has ended with the others.
      const cookie = await services.sessionCookie.clear(secure);
      return redirect(`${href("/signin")}?done=reset`, { headers: { "set-cookie": cookie } });
    },
    { forbidden: 403 },
  );
}

export const clientAction = formAction<typeof action>();

export default function Reset({ loaderData: { status }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const failure = actionData?.failure;
  if (status !== "open")
    return (
      <AccountFrame title={t("reset.closed")} glyph="忘却" lead={t(`reset.status.${status}`)}>
        <ButtonLink to={href("/forgot")}>{t("reset.again")}</ButtonLink>
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("reset.heading")} glyph="忘却" lead={t("reset.lead")}>
      <FormMessage>{failure?.message}</FormMessage>
      <Form method="post" className="space-y-5" aria-label={t("reset.heading")} noValidate>
        <PasswordField
          label={t("reset.password")}
          name="newPassword"
          purpose="new"
          failure={failure}
        />
        <Button type="submit" weight="primary" className="w-full">
          {t("reset.save")}
        </Button>
      </Form>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "reset.heading");
}
