import { href, redirect } from "react-router";
import { titleRequestSchema } from "~/features/accounts/household/child-title-input";
import { askForTitle, withdrawAskedTitle } from "~/features/accounts/household/child-titles.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { servicesContext, signedInContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import { FormMessage } from "~/ui/forms/form-field";
import type { Route } from "./+types/ask-for-title";

export const handle: PageHandle = { isPersonal: true };

/** Asks a parent for a title, or takes that back: what a child may do with a withheld title. */
export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await context.get(signedInContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const { animeId, intent } = parseInput(titleRequestSchema, body.value);
    const change = intent === "ask" ? askForTitle : withdrawAskedTitle;
    await change(context.get(servicesContext).db, user, animeId);
    return redirect(href("/anime/:id/:slug?", { id: String(animeId) }), 303);
  };
  return withFormFailure(body, context, work, { forbidden: 403, "not-found": 404, conflict: 409 });
}

export const clientAction = formAction<typeof action>();

export default function AskForTitle({ actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const failure = actionData?.failure;
  return (
    <AccountFrame title={t("withheld.askHeading")} glyph="秘密" lead={t("withheld.askLead")}>
      <FormMessage>{failure?.message ?? Object.values(failure?.fields ?? {})[0]}</FormMessage>
      <p className="mt-6">
        <ButtonLink to="/">{t("site.home")}</ButtonLink>
      </p>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "withheld.askHeading");
}
