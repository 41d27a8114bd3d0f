import { Form, redirect } from "react-router";
import { ADD_FOLDER_PATH } from "~/features/playback/media-files/add-folder-path";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormOutcome, SelectField, TextField } from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { formAction } from "~/ui/forms/form-action";
import { LibraryLink } from "~/pages/admin/library-link";
import type { Route } from "./+types/library-add";
import { akariCommand } from "~/config/command";
import { Forbidden, Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { listFolders } from "~/features/library/list-folders.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { folderFormSchema } from "~/features/playback/media-files/folder-form";
import {
  MAX_OFFERED,
  offerFolders,
  resolveRoots,
} from "~/features/playback/media-files/media-roots.server";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { enqueueScans } from "~/jobs/enqueue-scans.server";
import { libraryDonePath } from "~/pages/admin/library-paths";

/** Reads which folders an owner may add. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const { roots } = config.library;
  const resolved = await resolveRoots(roots);
  const registered = (await listFolders(db)).map(({ path }) => path);
  const offered = await offerFolders(resolved, [...registered, config.dataDir]);
  return {
    roots,
    command: akariCommand("media add /srv/anime"),
    unreadable: resolved.unreadable,
    offered: offered.paths,
    /** How many are offered when there are more; null otherwise. */
    cutAt: offered.isCut ? MAX_OFFERED : null,
  };
}

/** Adds a media folder below the operator's roots, and scans it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config, jobs } = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const { roots } = config.library;
  const work = async () => {
    if (roots.length === 0)
      throw new Forbidden({
        key: "folder.rootsUnset",
        values: { command: akariCommand("media add") },
      });
    const { field, path, name } = parseInput(folderFormSchema, body.value);
    await addMediaFolder(db, path, name, {
      dataDir: config.dataDir,
      roots,
      async record(tx, added) {
        await enqueueScans(tx, { names: [added.name], rematch: true });
        await recordAudit(
          tx,
          { via: "page", userId: user.id },
          { action: "folder.added", details: { folder: added.name, path: added.path } },
        );
      },
    }).catch((error: unknown) => {
      throw error instanceof Invalid ? atField(error, field) : error;
    });
    jobs.wake();
    return redirect(libraryDonePath("added"));
  };
  return withFormFailure(body, context, work, { forbidden: 403 });
}

/** Shows what is wrong with a path at the field that it is from. */
function atField({ issues }: Invalid, field: string): Invalid {
  return new Invalid(
    issues.map((issue) => (issue.path === "folder" ? { ...issue, path: field } : issue)),
  );
}

export const clientAction = formAction<typeof action>();

export default function AddFolder({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { roots } = loaderData;
  const failure = actionData?.failure;
  return (
    <>
      <LibraryLink />
      <h1 className="text-2xl">{t("admin.library.add")}</h1>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{t("admin.library.add.description")}</p>
      <div className="mt-4">
        <FormOutcome success={null} failure={failure} message={failure?.message} />
      </div>
      {roots.length === 0 ? (
        <HowToAdd command={loaderData.command} />
      ) : (
        <AddForm {...loaderData} failure={failure} />
      )}
    </>
  );
}

/** The operator has named no folders that pages may add. */
function HowToAdd({ command }: { command: string }) {
  const { t } = useI18n();
  const code = "mt-2 block rounded-md bg-sunken px-3 py-2 text-sm break-all";
  return (
    <div className="mt-4 max-w-prose space-y-4 text-sm">
      <p>{t("admin.library.add.off")}</p>
      <div>
        <p>{t("admin.library.add.setting")}</p>
        <code className={code}>{t("admin.library.add.setting.example")}</code>
      </div>
      <div>
        <p>{t("admin.library.add.command")}</p>
        <code className={code}>{command}</code>
      </div>
    </div>
  );
}

interface AddFormProps {
  roots: readonly string[];
  unreadable: readonly string[];
  offered: readonly string[];
  cutAt: number | null;
  failure: FormFailure | undefined;
}

function AddForm({ roots, unreadable, offered, cutAt, failure }: AddFormProps) {
  const { t, formatList } = useI18n();
  return (
    <Form
      method="post"
      action={ADD_FOLDER_PATH}
      noValidate
      aria-label={t("admin.library.add")}
      className="mt-6 max-w-xl space-y-5"
    >
      {unreadable.length === 0 ? null : (
        <p className="text-sm break-words text-caution">
          {t("admin.library.add.unreadable", { folders: formatList(unreadable) })}
        </p>
      )}
      {offered.length === 0 ? (
        <p className="text-sm text-ink-soft">{t("admin.library.add.noneOffered")}</p>
      ) : (
        <SelectField
          label={t("admin.library.add.offered")}
          name="offered"
          failure={failure}
          options={[
            ["", t("admin.library.add.choose")],
            ...offered.map((path) => [path, path] as const),
          ]}
          {...(cutAt === null ? {} : { hint: t("admin.library.add.cut", { count: cutAt }) })}
        />
      )}
      <TextField
        label={t(offered.length === 0 ? "admin.library.path" : "admin.library.add.path")}
        name="folder"
        failure={failure}
        hint={t("admin.library.add.path.hint", { folders: formatList(roots) })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t("admin.library.add.name")}
        name="name"
        failure={failure}
        hint={t("admin.library.add.name.hint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" weight="primary">
        {t("admin.library.add.do")}
      </Button>
    </Form>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.library.add");
}
