import { Form, redirect } from "react-router";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { SkipLink } from "~/features/accounts/view/skip-link";
import { getProfile } from "~/features/profile/get-profile.server";
import { aboutInputSchema } from "~/features/profile/profile-input";
import { saveProfile } from "~/features/profile/save-profile.server";
import { ABOUT_OPTIONAL, AboutFields } from "~/features/profile/view/about-fields";
import { scopeContext } from "~/http/context";
import { typedValue } from "~/http/pages/form-values";
import { unlistedPageMeta } from "~/http/pages/page-words";
import { takePicture, withPictureForm } from "~/http/pages/picture-form.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { parseInput } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { returnToQuery } from "./return-to";
import { AvatarField } from "./avatar-field";
import type { Route } from "./+types/sign-up-profile";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { user } = await requirePageSession(request, scope);
  const parameters = new URL(request.url).searchParams;
  return {
    profile: await getProfile(scope.services.db, user.id),
    returnTo: safeRedirectPath(parameters.get("returnTo")),
    isEdit: parameters.has("edit"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const { user } = await requirePageSession(request, scope);
  const sender = { request, scope, userId: user.id };
  return withPictureForm(sender, async (body) => {
    const avatar = await takePicture(body, "avatar", sender);
    await saveProfile(scope.services.db, user.id, {
      ...parseInput(aboutInputSchema, typedValue(body, { optional: ABOUT_OPTIONAL })),
      avatar,
    });
    const parameters = new URL(request.url).searchParams;
    return redirect(
      parameters.has("edit")
        ? "/profile"
        : `/signup/tastes${returnToQuery(safeRedirectPath(parameters.get("returnTo")))}`,
    );
  });
}

/** The same form where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (words) => unanswered(words));
}

export default function SignUpProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords();
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
            to={isEdit ? "/profile" : `/signup/tastes${returnToQuery(returnTo)}`}
            isEdit={isEdit}
          />
        </div>
      </Form>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return unlistedPageMeta(matches, "about.heading");
}
