import { noindexTitle } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { LinkOnce } from "~/pages/admin/link-once";
import { PersonFacts } from "~/pages/admin/person-facts";
import { AccessForm, DeletionForm, personPath, RoleForm } from "~/pages/admin/person-forms";
import { loadPerson, changePerson } from "~/pages/admin/person-page.server";
import type { Route } from "./+types/person";

export function loader({ request, params, context }: Route.LoaderArgs) {
  return loadPerson(request, context, params);
}

export function action({ request, params, context }: Route.ActionArgs) {
  return changePerson(request, context, params);
}

export const clientAction = formAction<typeof action>();

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { user, zone, isSelf, isOwner, mayManage, isConfirmed, done } = loaderData;
  const failure =
    actionData !== undefined && "failure" in actionData ? actionData.failure : undefined;
  const link = actionData !== undefined && "link" in actionData ? actionData.link : null;
  return (
    <>
      <h1 className="mt-8 text-2xl break-words">{user.userName}</h1>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={done === null || link !== null ? null : t(`admin.person.done.${done}`)}
          failure={failure}
        />
        {link === null ? null : <LinkOnce label={t("admin.person.resetLink")} link={link} />}
      </div>
      <PersonFacts user={user} zone={zone} />
      {!mayManage ? null : !isConfirmed ? (
        <div className="mt-8">
          <ConfirmFirst returnTo={personPath(user)} />
        </div>
      ) : (
        <>
          {isOwner ? <RoleForm user={user} /> : null}
          {isSelf ? null : <AccessForm user={user} mayReset={isOwner} />}
          {isOwner && !isSelf ? <DeletionForm user={user} /> : null}
        </>
      )}
    </>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData === undefined ? [] : noindexTitle(matches, loaderData.user.userName);
}
