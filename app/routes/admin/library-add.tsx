import { Form } from "react-router";
import { ADD_FOLDER_PATH } from "~/features/playback/media-files/add-folder-path";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormOutcome, SelectField, TextField } from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { formAction } from "~/ui/forms/form-action";
import { addFolder, loadAddFolder } from "~/pages/admin/add-folder-page.server";
import { LibraryLink } from "~/pages/admin/library-link";
import type { Route } from "./+types/library-add";

export function loader({ request, context }: Route.LoaderArgs) {
  return loadAddFolder(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return addFolder(request, context);
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
