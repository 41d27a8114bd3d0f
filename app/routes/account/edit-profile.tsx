import { Download } from "lucide-react";
import { useId } from "react";
import { Form, href, redirect } from "react-router";
import { z } from "zod";
import { profileFormSchema } from "~/features/accounts/household/household-input";
import { changeProfile, removeProfile } from "~/features/accounts/household/manage-profiles.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { ProfileFields } from "~/features/accounts/view/profile-fields";
import { chosenLocale } from "~/features/profile/site-preferences";
import type { PageHandle } from "~/frame/page-handle";
import { noindexTitle } from "~/frame/page-i18n";
import { accountsContext } from "~/http/context";
import { readImageField, withImageForm } from "~/http/forms/receive-image.server";
import { parseFormFields } from "~/http/pages/form-values";
import { parseInput, type Body } from "~/http/request/read-body.server";
import { zodMessage } from "~/i18n/error-message";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import { describedBy, FieldDescription, FormMessage } from "~/ui/forms/form-field";
import { Section } from "~/ui/section";
import { AvatarField } from "./avatar-field";
import { loadManagedProfile } from "./managed-profile.server";
import type { Route } from "./+types/edit-profile";

export const handle: PageHandle = { isPersonal: true, staysAsLoaded: true };

const intentSchema = z.object({ intent: z.literal("delete") });
const deleteSchema = z.object({
  confirm: z.literal("yes", zodMessage("profile.confirmDelete")),
});

const pageOf = (id: string) => href("/profiles/manage/:id", { id });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { site, ...profile } = (await loadManagedProfile(context, params.id, pageOf(params.id)))
    .profile;
  return { ...profile, locale: chosenLocale(site) };
}

/** Saves or deletes the profile. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { session } = await loadManagedProfile(context, id, pageOf(id));
  const accounts = context.get(accountsContext);
  const sender = { request, context, userId: session.user.id };
  const work = async (body: Body) => {
    const avatarUrl = await readImageField(body, "avatar", sender);
    const fields = parseFormFields(body, { optional: ["locale", "maxRating", "pin"] });
    if (intentSchema.safeParse(fields).success) {
      parseInput(deleteSchema, fields);
      await removeProfile(accounts.db, session, id);
      return redirect(`${href("/profiles/manage")}?done=deleted`);
    }
    const change = parseInput(profileFormSchema, fields);
    await changeProfile(accounts, session, id, { ...change, avatarUrl });
    return redirect(`${href("/profiles/manage")}?done=saved`);
  };
  return withImageForm(sender, work, { conflict: 409, "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function EditProfile({ loaderData: profile, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { id, name, avatarUrl, isManaged } = profile;
  const failure = actionData?.failure;
  return (
    <AccountFrame title={t("profiles.edit.of", { name })} glyph="自己" wide>
      <FormMessage>{failure?.message}</FormMessage>
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label={t("profiles.edit.of", { name })}
        noValidate
        className="max-w-md space-y-5"
      >
        <ProfileFields
          profile={profile}
          avatar={
            <AvatarField
              label={t("profiles.avatar")}
              profile={{ name, avatar_url: avatarUrl }}
              failure={failure}
            />
          }
          failure={failure}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" weight="primary">
            {t("step.save")}
          </Button>
          <ButtonLink to={href("/profiles/manage")}>{t("step.cancel")}</ButtonLink>
        </div>
      </Form>
      {isManaged ? (
        <Section title={t("profiles.data")}>
          <ButtonLink to={href("/profiles/manage/:id/export", { id })} reloadDocument download>
            <Download aria-hidden className="size-4" />
            {t("profiles.export")}
          </ButtonLink>
          <DeletionForm error={failure?.fields["confirm"]} />
        </Section>
      ) : null}
    </AccountFrame>
  );
}

function DeletionForm({ error }: { error: string | undefined }) {
  const { t } = useI18n();
  const id = useId();
  return (
    <Form method="post" noValidate aria-label={t("profiles.delete")} className="mt-8">
      <p className="max-w-prose text-sm text-ink-soft">{t("profiles.delete.description")}</p>
      <label htmlFor={id} className="mt-2 flex min-h-11 items-center gap-2.5 text-sm">
        <input
          id={id}
          type="checkbox"
          name="confirm"
          value="yes"
          className="size-4 shrink-0"
          {...describedBy(id, { error })}
        />
        {t("profiles.delete.confirm")}
      </label>
      <FieldDescription id={id} error={error} />
      <Button
        type="submit"
        name="intent"
        value="delete"
        className="mt-4 border-caution text-caution"
      >
        {t("profiles.delete")}
      </Button>
    </Form>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData === undefined ? [] : noindexTitle(matches, loaderData.name);
}
