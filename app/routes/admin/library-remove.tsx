import { Form, redirect, href } from "react-router";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { LibraryLink } from "~/pages/admin/library-link";
import type { Route } from "./+types/library-remove";
import { NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { listFolders } from "~/features/library/list-folders.server";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { readBody } from "~/http/request/read-body.server";
import { requireRecentRole, requireRole } from "~/http/session/require-role.server";
import { libraryDonePath, removeFolderPath } from "~/pages/admin/library-paths";

/** Reads what goes with a media folder. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const name = readName(request);
  const folder = await withPageErrors(context, async () => {
    const found = (await listFolders(db)).find((one) => one.name === name);
    if (found === undefined) throw new NotFound({ key: "folder.notRegistered", values: { name } });
    return found;
  });
  const { path, files, titles, episodes, decided } = folder;
  return {
    name,
    path,
    files,
    titles,
    episodes,
    decided,
    isConfirmed: isRecentlyConfirmed(session),
  };
}

/** Removes a media folder with its matches; its files stay where they are. */
export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRecentRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const name = readName(request);
    await removeMediaFolder(db, name, (tx, path) =>
      recordAudit(
        tx,
        { via: "page", userId: user.id },
        { action: "folder.removed", details: { folder: name, path } },
      ),
    );
    return redirect(libraryDonePath("removed"));
  };
  return withFormFailure(body, context, work, { "not-found": 404 });
}

function readName(request: Request): string {
  return (new URL(request.url).searchParams.get("folder") ?? "").replaceAll("\0", "");
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
          <ButtonLink to={href("/admin/library")}>{t("admin.library.remove.cancel")}</ButtonLink>
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
