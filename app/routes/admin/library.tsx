import { RotateCw } from "lucide-react";
import { Form, redirect, href } from "react-router";
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
import type { Route } from "./+types/library";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { setFolderWatched } from "~/features/library/watch-folder.server";
import { i18nContext, servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { zodMessage } from "~/i18n/error-message";
import { stopJob } from "~/jobs/manage-jobs.server";
import { DOUBTFUL, doubtfulPath, LIBRARY_DONE, libraryDonePath } from "~/pages/admin/library-paths";
import { loadLibrary } from "~/pages/admin/load-library.server";
import { requestScan } from "~/pages/admin/request-scan.server";

const formSchema = z.object({
  intent: z.string(),
  folder: z
    .string()
    .regex(/^[^\0]*$/, zodMessage({ key: "field.noNul", values: { field: "folder" } }))
    .optional(),
});

/** Moderators may only look for files; these are for owners. */
const OWNER_INTENTS = new Set(["stop", "watch", "unwatch"]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "moderator");
  const { db, config } = context.get(servicesContext);
  const { locale } = context.get(i18nContext);
  const { searchParams } = new URL(request.url);
  const done = searchParams.get("done");
  return {
    ...(await loadLibrary(db, { user, locale }, searchParams)),
    zone: userZone(request, user),
    isOwner: hasRole(user.role, "owner"),
    scanMinutes: config.library.scanMs / 60_000,
    done: LIBRARY_DONE.find((name) => name === done) ?? null,
  };
}

/** Scans one media folder or all, stops a scan, or sets whether a folder is watched. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireRole(request, context, "moderator");
  const services = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  const { intent, folder } = await withPageErrors(context, () =>
    Promise.resolve(parseInput(formSchema, body.value)),
  );
  const { user } = await requireRole(
    request,
    context,
    OWNER_INTENTS.has(intent) ? "owner" : "moderator",
  );
  const actor = { via: "page", userId: user.id } as const;
  const work = async () => {
    switch (intent) {
      case "scan":
        await requestScan(services, user.id, folder);
        return redirect(libraryDonePath("scan"));
      case "stop":
        await stopJob(services.db, actor, "scan", folder ?? "");
        return redirect(libraryDonePath("stopped"));
      case "watch":
      case "unwatch": {
        const name = folder ?? "";
        const isWatched = intent === "watch";
        const action = isWatched ? "folder.watched" : "folder.unwatched";
        await setFolderWatched(services.db, { name, isWatched }, (tx) =>
          recordAudit(tx, actor, { action, details: { folder: name } }),
        );
        return redirect(libraryDonePath(isWatched ? "watched" : "unwatched"));
      }
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { conflict: 409, "not-found": 404 });
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
            <Form method="post" action={href("/admin/library")} preventScrollReset>
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
                <ButtonLink weight="bare" to={href("/admin/library")} reloadDocument>
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
