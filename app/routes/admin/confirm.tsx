import { Form, redirect } from "react-router";
import { z } from "zod";
import { listConnections } from "~/features/accounts/connections.server";
import { signInSchema } from "~/features/accounts/credentials";
import { requirePassword } from "~/features/accounts/password/require-password.server";
import { confirmSession } from "~/features/accounts/sessions.server";
import { PasswordField } from "~/features/accounts/view/password-field";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormMessage } from "~/ui/forms/form-field";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import type { Route } from "./+types/confirm";

const schema = z.object({ password: signInSchema.shape.password });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db, provider } = context.get(servicesContext);
  const { hasPassword } = await listConnections(db, user.id);
  return { hasPassword, provider: provider?.name ?? null, returnTo: returnPath(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = await requireRole(request, context, "moderator");
  const services = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    await consumeRateLimit("passwordChange", context);
    const { password } = parseInput(schema, body.value);
    await requirePassword(services, session, password);
    await confirmSession(services.db, session.idHash);
    return redirect(returnPath(request));
  };
  return withFormFailure(body, context, work, { forbidden: 403 });
}

function returnPath(request: Request): string {
  return safeRedirectPath(new URL(request.url).searchParams.get("returnTo"), "/admin");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFormFallback(serverAction);
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { hasPassword, provider, returnTo } = loaderData;
  const failure = actionData?.failure;
  return (
    <div className="max-w-md">
      <h1 className="mt-8 text-2xl">{t("admin.confirm.heading")}</h1>
      <p className="mt-3 mb-6 text-sm text-ink-soft">
        {t(hasPassword ? "admin.confirm.description" : "admin.confirm.provider")}
      </p>
      <FormMessage>{failure?.message}</FormMessage>
      {hasPassword ? (
        <Form
          method="post"
          noValidate
          aria-label={t("admin.confirm.heading")}
          className="space-y-5"
        >
          <PasswordField purpose="current" failure={failure} />
          <Button type="submit" weight="primary">
            {t("admin.confirm.do")}
          </Button>
        </Form>
      ) : provider === null ? null : (
        <Form
          method="post"
          action={`/signin?${new URLSearchParams({ returnTo }).toString()}`}
          aria-label={t("admin.confirm.heading")}
        >
          <Button type="submit" name="intent" value="provider">
            {t("signIn.continueWith", { provider })}
          </Button>
        </Form>
      )}
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.confirm.heading");
}
