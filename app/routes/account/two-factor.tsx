import { TwoFactorOff } from "~/features/accounts/view/two-factor-off";
import { TwoFactorOn } from "~/features/accounts/view/two-factor-on";
import { TwoFactorSetUp } from "~/features/accounts/view/two-factor-set-up";
import { RecoveryCodesOnce } from "~/features/accounts/view/recovery-codes-once";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { readBody } from "~/http/request/read-body.server";
import { formMessage } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import type { Route } from "./+types/two-factor";
import { accountsContext, siteContext } from "~/http/context";
import { requireRecentSession } from "~/http/session/recent-session.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { loadTwoFactor } from "~/pages/settings/load-two-factor.server";
import { submitTwoFactor } from "./submit-two-factor.server";

export const handle: PageHandle = { isPersonal: true, staysAsLoaded: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRecentSession(request, context);
  const { name } = await context.get(siteContext).siteSettings.readCached();
  return {
    status: await loadTwoFactor(context.get(accountsContext), user, name),
    zone: userZone(request, user),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const body = await withPageErrors(context, () => readBody(request));
  return withFormFailure(body, context, () => submitTwoFactor(body, request, context));
}

export const clientAction = formAction<typeof action>();

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { status, zone } = loaderData;
  const failure =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const codes = actionData !== undefined && "codes" in actionData ? actionData.codes : null;
  return (
    <div className="mt-6 max-w-2xl space-y-6">
      <FormMessage>{formMessage(failure, "code")}</FormMessage>
      {codes === null ? null : <RecoveryCodesOnce codes={codes} />}
      {status.kind === "on" ? (
        <TwoFactorOn {...status} zone={zone} />
      ) : status.kind === "pending" ? (
        <TwoFactorSetUp {...status} failure={failure} />
      ) : (
        <TwoFactorOff />
      )}
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "settings.two-factor");
}
