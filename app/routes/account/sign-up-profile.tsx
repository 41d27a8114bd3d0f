import { Form, redirect, href } from "react-router";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { SkipLink } from "~/features/accounts/view/skip-link";
import { aboutInputSchema } from "~/features/profile/profile-input";
import { saveProfile } from "~/features/profile/save-profile.server";
import { ABOUT_OPTIONAL, AboutFields } from "~/features/profile/view/about-fields";
import { servicesContext, signedInContext, visitorSettingsContext } from "~/http/context";
import { parseFormFields } from "~/http/pages/form-values";
import { noindexMeta } from "~/frame/page-i18n";
import { readImageField, withImageForm } from "~/http/forms/receive-image.server";
import { parseInput } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import { FormMessage } from "~/ui/forms/form-field";
import { withReturnTo } from "~/ui/with-return-to";
import { AvatarField } from "./avatar-field";
import { getVisibleProfile } from "~/pages/profile/visible-profile.server";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/sign-up-profile";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { parentalControl } = context.get(visitorSettingsContext);
  const { user } = await context.get(signedInContext);
  const parameters = new URL(request.url).searchParams;
  return {
    profile: await getVisibleProfile(context.get(servicesContext), user.id, parentalControl),
    returnTo: safeRedirectPath(parameters.get("returnTo")),
    isEdit: parameters.has("edit"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { user } = await context.get(signedInContext);
  const sender = { request, context, userId: user.id };
  return withImageForm(sender, async (body) => {
    const avatar = await readImageField(body, "avatar", sender);
    await saveProfile(db, user.id, {
      ...parseInput(aboutInputSchema, parseFormFields(body, { optional: ABOUT_OPTIONAL })),
      avatar,
    });
    const parameters = new URL(request.url).searchParams;
    return redirect(
      parameters.has("edit")
        ? href("/profile")
        : withReturnTo(href("/signup/tastes"), safeRedirectPath(parameters.get("returnTo"))),
    );
  });
}

export const clientAction = formAction<typeof action>();

export default function SignUpProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { profile, returnTo, isEdit } = loaderData;
  const failure = actionData?.failure;
  return (
    <AccountFrame
      title={t("about.heading")}
      glyph="自己"
      step={isEdit ? undefined : 2}
      wide
      lead={isEdit ? undefined : t("about.lead")}
    >
      <FormMessage>{failure?.message}</FormMessage>
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label={t("about.heading")}
        noValidate
        className="space-y-8"
      >
        <AvatarField profile={profile} failure={failure} />
        <AboutFields profile={profile} failure={failure} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" weight="primary">
            {t(isEdit ? "step.save" : "step.saveAndGoOn")}
          </Button>
          <SkipLink
            to={isEdit ? href("/profile") : withReturnTo(href("/signup/tastes"), returnTo)}
            isEdit={isEdit}
          />
        </div>
      </Form>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "about.heading");
}
