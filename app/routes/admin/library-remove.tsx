import { Form } from "react-router";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { LibraryLink } from "~/pages/admin/library-link";
import { removeFolderPath } from "~/pages/admin/library-paths";
import { loadRemoveFolder, removeFolder } from "~/pages/admin/remove-folder-page.server";
import type { Route } from "./+types/library-remove";

export function loader({ request, context }: Route.LoaderArgs) {
  return loadRemoveFolder(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return removeFolder(request, context);
}

export const clientAction = formAction<typeof action>();

export default function RemoveFolder({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name, path, files, titles, episodes, decided, isConfirmed } = loaderData;
  const page = removeFolderPath(name);
  return (
    <>
      <LibraryLink />
      <h1 className="text-2xl break-words">{t("admin.library.removeOf", { name })}</h1>
      <p className="mt-2 text-sm break-all text-ink-soft">{path}</p>
      <div className="mt-4">
        <FormOutcome success={null} failure={actionData?.failure} />
      </div>
      <ul className="mt-4 max-w-prose list-disc space-y-2 pl-5 text-sm">
        <li>{t("admin.library.remove.files", { count: files })}</li>
        <li>{t("admin.library.remove.episodes", { episodes, titles })}</li>
        <li>{t("admin.library.remove.decided", { count: decided })}</li>
        <li>{t("admin.library.remove.lists")}</li>
      </ul>
      {isConfirmed ? (
        <Form
          method="post"
          action={page}
          aria-label={t("admin.library.removeOf", { name })}
          className="mt-6 flex flex-wrap gap-3"
        >
          <Button type="submit" weight="primary">
            {t("admin.library.remove")}
          </Button>
          <ButtonLink to="/admin/library">{t("admin.library.remove.cancel")}</ButtonLink>
        </Form>
      ) : (
        <ConfirmFirst returnTo={page} />
      )}
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.library.remove");
}
