import { data, Form, href, redirect } from "react-router";
import { joinSchema } from "~/features/accounts/household/household-input";
import {
  joinHousehold,
  readHouseholdLink,
} from "~/features/accounts/household/join-household.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { PinField } from "~/features/accounts/view/pin-field";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { accountsContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { parseFormFields } from "~/http/pages/form-values";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { pagePath } from "~/http/session/recent-session.server";
import { requireManagerSession } from "~/http/session/require-manager.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import { FormMessage } from "~/ui/forms/form-field";
import type { Route } from "./+types/join-household";

export const handle: PageHandle = { isPersonal: true, staysAsLoaded: true };

const readCode = (request: Request) => new URL(request.url).searchParams.get("code") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireManagerSession(context, pagePath(request));
  const link = await readHouseholdLink(context.get(accountsContext).db, readCode(request));
  return data({ name: link?.name ?? null }, { status: link === null ? 404 : 200 });
}

/** Joins the household that the link leads to. */
export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireManagerSession(context, pagePath(request));
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    await consumeRateLimit("passwordChange", context);
    const { pin } = parseInput(joinSchema, parseFormFields(body, { optional: ["pin"] }));
    await joinHousehold(context.get(accountsContext), user.id, { code: readCode(request), pin });
    return redirect(`${href("/profiles/manage")}?done=joined`);
  };
  return withFormFailure(body, context, work, { conflict: 409, "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function JoinHousehold({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name } = loaderData;
  const failure = actionData?.failure;
  if (name === null)
    return (
      <AccountFrame title={t("household.join")} glyph="招待">
        <p className="text-ink-soft">{t("household.join.closed")}</p>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={t("household.join.of", { name })}
      glyph="招待"
      lead={t("household.join.lead")}
    >
      <FormMessage>{failure?.message}</FormMessage>
      <Form method="post" noValidate aria-label={t("household.join")} className="space-y-5">
        <PinField
          label={t("profiles.pin.optional")}
          hint={t("household.join.pin")}
          failure={failure}
        />
        <Button type="submit" weight="primary">
          {t("household.join.do")}
        </Button>
      </Form>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "household.join");
}
