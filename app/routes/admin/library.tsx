import { RotateCw } from "lucide-react";
import { Form } from "react-router";
import { ADD_FOLDER_PATH } from "~/features/playback/media-files/add-folder-path";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { Pagination } from "~/ui/paging/pagination";
import { Section } from "~/ui/section";
import { useReloadWhile } from "~/ui/use-reload-while";
import { LibraryFolder } from "~/pages/admin/library-folder";
import { LibraryGroupItem } from "~/pages/admin/library-group-item";
import { changeLibrary, loadLibrary } from "~/pages/admin/library-page.server";
import { DOUBTFUL, doubtfulPath } from "~/pages/admin/library-paths";
import type { Route } from "./+types/library";

export function loader({ request, context }: Route.LoaderArgs) {
  return loadLibrary(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return changeLibrary(request, context);
}

export const clientAction = formAction<typeof action>();

export default function Library({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { folders, zone, isOwner, scanMinutes, done } = loaderData;
  const failure = actionData?.failure;
  const isBusy = folders.some(({ isScanning, run }) => isScanning || run !== null);
  useReloadWhile(isBusy);
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl">{t("admin.library")}</h1>
        <div className="flex flex-wrap gap-3">
          {isOwner ? <ButtonLink to={ADD_FOLDER_PATH}>{t("admin.library.add")}</ButtonLink> : null}
          {folders.length === 0 ? null : (
            <Form method="post" action="/admin/library" preventScrollReset>
              <Button type="submit" name="intent" value="scan">
                {t("admin.library.scan")}
              </Button>
            </Form>
          )}
        </div>
      </div>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={done === null ? null : t(`admin.library.done.${done}`)}
          failure={failure}
        />
      </div>
      {folders.length === 0 ? (
        <p className="mt-6 max-w-prose text-sm break-words text-ink-soft">
          {t(isOwner ? "admin.library.folders.none" : "admin.library.folders.noneYet")}
        </p>
      ) : (
        <>
          <Section
            title={t("admin.library.folders")}
            className="mt-8"
            controls={
              isBusy ? (
                <ButtonLink weight="bare" to="/admin/library" reloadDocument>
                  <RotateCw aria-hidden className="size-4" />
                  {t("admin.run.refresh")}
                </ButtonLink>
              ) : undefined
            }
          >
            <ul className="space-y-8">
              {folders.map((folder) => (
                <li key={folder.name}>
                  <LibraryFolder
                    folder={folder}
                    zone={zone}
                    scanMinutes={scanMinutes}
                    isOwner={isOwner}
                  />
                </li>
              ))}
            </ul>
          </Section>
          <Doubtful {...loaderData} />
        </>
      )}
    </>
  );
}

function Doubtful({
  groups,
  only,
  page,
  lastPage,
}: Pick<Route.ComponentProps["loaderData"], "groups" | "only" | "page" | "lastPage">) {
  const { t } = useI18n();
  return (
    <Section
      title={t("admin.library.doubtful")}
      anchor={DOUBTFUL}
      {...(only === null
        ? {}
        : { more: { to: doubtfulPath(null), label: t("admin.library.doubtful.all") } })}
    >
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        {only === null ? null : `${t("admin.library.doubtful.only", { folder: only })} `}
        {t(
          groups.length === 0
            ? "admin.library.doubtful.none"
            : "admin.library.doubtful.description",
        )}
      </p>
      {groups.length === 0 ? null : (
        <ul className="divide-y divide-rule border-y border-rule">
          {groups.map((group) => (
            <LibraryGroupItem key={`${group.folder}/${group.groupKey}`} group={group} />
          ))}
        </ul>
      )}
      <Pagination
        current={page}
        last={lastPage}
        pageHref={(number) => doubtfulPath(only, number)}
      />
    </Section>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.library");
}
