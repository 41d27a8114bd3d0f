import { Form, href, Link, redirect, useNavigation, redirectDocument } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { secondFactorCodeSchema } from "~/features/accounts/second-factor/code-input";
import {
  finishSecondStep,
  readPendingSignIn,
} from "~/features/accounts/sign-in/open-session.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { CodeField } from "~/features/accounts/view/code-field";
import { useSubmitOnce } from "~/features/accounts/view/use-submit-once";
import { accountsContext, requestContext, servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { parseFormFields } from "~/http/pages/form-values";
import { withPageErrors } from "~/http/pages/page-errors.server";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { describeClient } from "~/http/request/describe-client";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { replaceSession } from "~/http/session/replace-session.server";
import {
  clearPendingCookie,
  readPendingCode,
  trustCookie,
} from "~/http/session/second-step-cookies.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { CheckLine } from "~/ui/forms/field";
import { submittedText } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { withReturnTo } from "~/ui/with-return-to";
import type { Route } from "./+types/second-step";
import { withQuery } from "~/ui/with-query";

const schema = z.object({ code: secondFactorCodeSchema, trust: z.boolean().default(false) });

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const parameters = new URL(request.url).searchParams;
  const returnTo = safeRedirectPath(parameters.get("returnTo"));
  const pending = readPendingCode(request, context.get(requestContext).secure);
  if (pending === null || (await readPendingSignIn(db, pending)) === null)
    throw redirect(withReturnTo(href("/signin"), returnTo));
  return { returnTo, isRecovery: parameters.has("recovery") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const body = await withPageErrors(context, () => readBody(request));
  const { secure } = context.get(requestContext);
  const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
  return withFormFailure(body, context, async () => {
    await consumeRateLimit("signin", context);
    const pending = readPendingCode(request, secure);
    if (pending === null) return redirect(withReturnTo(href("/signin"), returnTo));
    const { code, trust } = parseInput(schema, parseFormFields(body, { booleans: ["trust"] }));
    const finished = await finishSecondStep(
      context.get(accountsContext),
      { pending, code, trustsBrowser: trust },
      describeClient(request, context),
    );
    if (finished.kind === "expired") return redirect(withReturnTo(href("/signin"), returnTo));
    if (finished.kind === "wrong")
      throw new Invalid([{ path: "code", message: "secondFactor.wrongCode" }]);
    const headers = new Headers(await replaceSession(request, context, finished));
    headers.append("set-cookie", clearPendingCookie(secure));
    if (finished.trustCode !== null)
      headers.append("set-cookie", trustCookie(request, finished.trustCode, secure));
    return redirectDocument(returnTo, { headers });
  });
}

export const clientAction = formAction<typeof action>();

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { returnTo, isRecovery } = loaderData;
  const failure = actionData?.failure;
  const busy = useNavigation().state === "submitting";
  const submitOnce = useSubmitOnce();
  const query = returnTo === "/" ? "" : new URLSearchParams({ returnTo }).toString();
  const other = isRecovery ? query : ["recovery=1", query].filter(Boolean).join("&");
  return (
    <AccountFrame
      title={t("secondFactor.heading")}
      glyph="確認"
      lead={t(isRecovery ? "secondFactor.leadRecovery" : "secondFactor.leadCode")}
    >
      <FormMessage>{failure?.message}</FormMessage>
      <Form
        method="post"
        className="space-y-5"
        aria-label={t("secondFactor.heading")}
        noValidate
        onSubmit={submitOnce}
      >
        <CodeField
          key={String(isRecovery)}
          kind={isRecovery ? "recovery" : "app"}
          failure={failure}
        />
        <CheckLine
          name="trust"
          label={t("secondFactor.trust")}
          defaultChecked={submittedText(failure, "trust") !== null}
        />
        <Button type="submit" weight="primary" className="w-full" aria-disabled={busy}>
          {t(busy ? "signIn.busy" : "signIn.heading")}
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6 text-sm">
        <Link
          to={withQuery(href("/signin/code"), other)}
          className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
        >
          {t(isRecovery ? "secondFactor.useApp" : "secondFactor.useRecovery")}
        </Link>
        <Link
          to={withReturnTo(href("/signin"), returnTo)}
          className="inline-flex min-h-11 items-center text-ink-soft underline underline-offset-4 hover:text-ink"
        >
          {t("secondFactor.startAgain")}
        </Link>
      </p>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "secondFactor.heading");
}
