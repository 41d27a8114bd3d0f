import { Form, redirect, href } from "react-router";
import { z } from "zod";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { CACHE_NAMES } from "~/features/site/caches";
import { readSiteStorage } from "~/features/site/site-storage.server";
import { servicesContext, siteContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { Section } from "~/ui/section";
import { BackupList } from "~/pages/admin/backup-list";
import { loadBackups } from "~/pages/admin/load-backups.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { Facts } from "~/pages/admin/facts";
import { useFormatBytes } from "~/pages/admin/format-bytes";
import type { Route } from "./+types/storage";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const { caches } = context.get(siteContext);
  const [storage, backups] = await Promise.all([
    readSiteStorage(db, caches, config.dataDir),
    loadBackups(config),
  ]);
  return {
    storage,
    backups,
    zone: userZone(request, user),
    uploadsTo: config.storage.kind,
    isCleared: new URL(request.url).searchParams.has("done"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  const { caches } = context.get(siteContext);
  const body = await withPageErrors(context, () => readBody(request));
  return withFormFailure(body, context, async () => {
    const { cache } = parseInput(z.object({ cache: z.enum(CACHE_NAMES) }), body.value);
    const actor = { via: "page", userId: user.id } as const;
    // Files know no transaction, so that the record comes first.
    await recordAudit(db, actor, { action: "cache.cleared", details: { cache } });
    await caches[cache].clear();
    return redirect(`${href("/admin/storage")}?done`);
  });
}

export const clientAction = formAction<typeof action>();

export default function Storage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const formatBytes = useFormatBytes();
  const { storage, backups, zone, uploadsTo, isCleared } = loaderData;
  const failure = actionData?.failure;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.storage")}</h1>
      <div className="mt-4">
        <FormOutcome success={isCleared ? t("admin.storage.cleared") : null} failure={failure} />
      </div>
      <Facts
        rows={[
          [t("admin.health.database"), formatBytes(storage.databaseBytes)],
          [
            t("admin.health.uploads"),
            t("admin.storage.files", {
              size: formatBytes(storage.uploads.bytes),
              count: storage.uploads.files,
              storage: uploadsTo,
            }),
          ],
          [
            t("admin.health.free"),
            storage.freeBytes === null ? "–" : formatBytes(storage.freeBytes),
          ],
        ]}
      />
      <BackupList backups={backups} zone={zone} />
      <Section title={t("admin.storage.caches")}>
        <p className="mb-4 max-w-prose text-sm text-ink-soft">
          {t("admin.storage.caches.description")}
        </p>
        <ul className="divide-y divide-rule border-y border-rule text-sm">
          {storage.caches.map(({ name, bytes }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
              <p className="min-w-0 grow basis-48">{t(`admin.storage.cache.${name}`)}</p>
              <p className="w-28 tabular-nums">{formatBytes(bytes)}</p>
              <Form method="post" action={href("/admin/storage")} preventScrollReset>
                <Button
                  type="submit"
                  name="cache"
                  value={name}
                  aria-label={t("admin.storage.clearOf", {
                    cache: t(`admin.storage.cache.${name}`),
                  })}
                >
                  {t("admin.storage.clear")}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t("admin.storage.tables")}>
        <Facts
          rows={storage.tables.map(({ name, bytes }) => [name, formatBytes(bytes)] as const)}
        />
      </Section>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.storage");
}
