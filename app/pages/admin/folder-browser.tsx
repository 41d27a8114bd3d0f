import { CornerLeftUp, Folder } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Form, Link } from "react-router";
import { ADD_FOLDER_PATH, openFolderPath } from "~/features/playback/media-files/add-folder-path";
import type { FolderListing, Places } from "~/features/playback/media-files/browse-folders.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";

/** The places of the server at which one begins to look. */
export function FolderPlaces({ places, unreadable }: Places) {
  const { t, formatList } = useI18n();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="text-lg">
        {t("admin.library.add.places")}
      </h2>
      {unreadable.length === 0 ? null : (
        <p className="mt-2 text-sm break-words text-caution">
          {t("admin.library.add.unreadable", { folders: formatList(unreadable) })}
        </p>
      )}
      {places.length === 0 ? (
        <p className="mt-2 text-sm text-ink-soft">{t("admin.library.add.noPlaces")}</p>
      ) : (
        <FolderList>
          {places.map((place) => (
            <li key={place.path}>
              <FolderLink {...place} name={place.path} />
              {place.folders.length === 0 ? null : (
                <ul className="border-t border-rule pl-8">
                  {place.folders.map((folder) => (
                    <li key={folder.path}>
                      <FolderLink {...folder} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </FolderList>
      )}
    </section>
  );
}

interface OpenedFolderProps {
  opened: Omit<FolderListing, "refusal"> & { refusal: string | null };
  failure: FormFailure | undefined;
}

/** A folder of the server with the form that adds it, and the folders in it. */
export function OpenedFolder({ opened, failure }: OpenedFolderProps) {
  const { t } = useI18n();
  const id = useId();
  const { path, parent, folders, videos, refusal, isCut } = opened;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="text-lg break-all">
        {path}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        {t("admin.library.add.videos", { count: videos })}
      </p>
      {refusal === null ? (
        <AddForm path={path} failure={failure} />
      ) : (
        <p className="mt-3 max-w-prose text-sm break-words text-caution">{refusal}</p>
      )}
      <nav aria-label={t("admin.library.add.folders", { folder: path })}>
        <FolderList>
          {parent === null ? null : (
            <li>
              <Link to={openFolderPath(parent)} className={ROW}>
                <CornerLeftUp aria-hidden className="size-5 shrink-0 text-ink-faint" />
                <span className="min-w-0 break-all">
                  {t("admin.library.add.up", { folder: parent })}
                </span>
              </Link>
            </li>
          )}
          {folders.map((folder) => (
            <li key={folder.path}>
              <FolderLink {...folder} />
            </li>
          ))}
          {folders.length > 0 ? null : (
            <li className="flex min-h-11 items-center px-3 text-sm text-ink-soft">
              {t("admin.library.add.empty")}
            </li>
          )}
        </FolderList>
      </nav>
      {isCut ? (
        <p className="mt-2 text-sm text-ink-soft">
          {t("admin.library.add.cut", { count: folders.length })}
        </p>
      ) : null}
    </section>
  );
}

const ROW = "flex min-h-11 items-center gap-3 px-3 py-2 hover:bg-sunken";

function FolderList({ children }: { children: ReactNode }) {
  return (
    <ul className="mt-4 max-w-xl divide-y divide-rule overflow-hidden rounded-md border border-rule">
      {children}
    </ul>
  );
}

function FolderLink({ path, name }: { path: string; name: string }) {
  return (
    <Link to={openFolderPath(path)} className={ROW}>
      <Folder aria-hidden className="size-5 shrink-0 text-accent-text" />
      <span className="min-w-0 break-words">{name}</span>
    </Link>
  );
}

function AddForm({ path, failure }: { path: string; failure: FormFailure | undefined }) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      action={openFolderPath(path)}
      noValidate
      aria-label={t("admin.library.add")}
      className="mt-3 max-w-xl space-y-3"
    >
      <input type="hidden" name="folder" value={path} />
      <Button type="submit" weight="primary">
        {t("admin.library.add.do")}
      </Button>
      <details open={failure?.fields.name !== undefined} className="text-sm">
        <summary className="min-h-11 cursor-pointer content-center text-ink-soft">
          {t("admin.library.add.naming")}
        </summary>
        <TextField
          label={t("admin.library.add.name")}
          name="name"
          failure={failure}
          hint={t("admin.library.add.name.hint")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </details>
    </Form>
  );
}

/** Opens a folder by its path. */
export function PathForm({ roots, failure }: PathFormProps) {
  const { t, formatList } = useI18n();
  return (
    <Form action={ADD_FOLDER_PATH} className="mt-8 flex max-w-xl flex-wrap items-start gap-3">
      <div className="min-w-0 grow basis-60">
        <TextField
          label={t("admin.library.add.path")}
          name="folder"
          failure={failure}
          {...(roots === null
            ? {}
            : { hint: t("admin.library.add.path.hint", { folders: formatList(roots) }) })}
          autoComplete="off"
          autoCapitalize="none"
          autoFocus={failure !== undefined}
          spellCheck={false}
        />
      </div>
      <Button type="submit" className="mt-[1.625rem]">
        {t("admin.library.add.open")}
      </Button>
    </Form>
  );
}

interface PathFormProps {
  roots: readonly string[] | null;
  failure: FormFailure | undefined;
}
