import { data, redirect } from "react-router";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { FormOutcome } from "~/ui/forms/form-field";
import { formMessage } from "~/ui/forms/form-failure";
import { formAction } from "~/ui/forms/form-action";
import { FolderPlaces, OpenedFolder, PathForm } from "~/pages/admin/folder-browser";
import { LibraryLink } from "~/pages/admin/library-link";
import type { Route } from "./+types/library-add";
import { akariCommand } from "~/config/command";
import { Forbidden } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { findOwnFolders } from "~/features/playback/media-files/find-folder.server";
import { folderFormSchema } from "~/features/playback/media-files/folder-form.server";
import { i18nContext, servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { pagePath } from "~/http/session/recent-session.server";
import { requireRecentRole, requireRole } from "~/http/session/require-role.server";
import { enqueueScans } from "~/jobs/enqueue-scans.server";
import { libraryDonePath } from "~/pages/admin/library-paths";
import { loadFolders } from "./load-folders.server";

/** Reads the folders of the server that an owner may look into. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const session = await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const { roots } = config.library;
  if (roots?.length === 0)
    return { state: "off" as const, command: akariCommand("media add /srv/anime") };
  if (!isRecentlyConfirmed(session))
    return { state: "unconfirmed" as const, returnTo: pagePath(request) };
  const folder = new URL(request.url).searchParams.get("folder");
  const i18n = context.get(i18nContext);
  const loaded = await loadFolders(db, i18n, {
    folder,
    roots,
    own: await findOwnFolders(config.dataDir),
  });
  return data(
    { state: "open" as const, roots, ...loaded },
    { status: loaded.failure === null ? 200 : 400 },
  );
}

/** Adds a media folder, and scans it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRecentRole(request, context, "owner");
  const { db, config, jobs } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const { roots } = config.library;
  const work = async () => {
    if (roots?.length === 0)
      throw new Forbidden({ key: "folder.off", values: { command: akariCommand("media add") } });
    const { folder, name } = parseInput(folderFormSchema, body.value);
    await addMediaFolder(db, folder, name, {
      own: await findOwnFolders(config.dataDir),
      roots,
      async record(tx, added) {
        await enqueueScans(tx, { names: [added.name], rematch: true });
        await recordAudit(
          tx,
          { via: "page", userId: user.id },
          { action: "folder.added", details: { folder: added.name, path: added.path } },
        );
      },
    });
    jobs.wake();
    return redirect(libraryDonePath("added"));
  };
  return withFormFailure(body, context, work, { forbidden: 403 });
}

export const clientAction = formAction<typeof action>();

export default function AddFolder({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <LibraryLink />
      <h1 className="text-2xl">{t("admin.library.add")}</h1>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{t("admin.library.add.description")}</p>
      {loaderData.state === "off" ? (
        <div className="mt-4 max-w-prose text-sm">
          <p>{t("admin.library.add.off")}</p>
          <code className="mt-2 block rounded-md bg-sunken px-3 py-2 break-all">
            {loaderData.command}
          </code>
        </div>
      ) : loaderData.state === "unconfirmed" ? (
        <div className="mt-6 max-w-xl">
          <ConfirmFirst returnTo={loaderData.returnTo} />
        </div>
      ) : (
        <>
          <div className="mt-4">
            <FormOutcome
              success={null}
              failure={actionData?.failure}
              message={formMessage(actionData?.failure, "name")}
            />
          </div>
          {loaderData.opened === null ? null : (
            <OpenedFolder opened={loaderData.opened} failure={actionData?.failure} />
          )}
          {loaderData.places === null ? null : <FolderPlaces {...loaderData.places} />}
          <PathForm
            key={loaderData.failure?.values.folder?.[0] ?? ""}
            roots={loaderData.roots}
            failure={loaderData.failure ?? undefined}
          />
        </>
      )}
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.library.add");
}
