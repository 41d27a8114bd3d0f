import { readSiteHealth } from "~/features/site/site-health.server";
import { servicesContext } from "~/http/context";
import { noindexMeta } from "~/http/pages/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Facts } from "./facts";
import type { Route } from "./+types/health";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole(request, context, "owner");
  const { db, config, provider, mailer } = context.get(servicesContext);
  return {
    health: await readSiteHealth(db, config.dataDir),
    provider: provider?.name ?? null,
    sendsMail: mailer !== null,
    storage: config.storage.kind,
  };
}

export default function Health({ loaderData }: Route.ComponentProps) {
  const { t, formatNumber } = useI18n();
  const { health, provider, sendsMail, storage } = loaderData;
  const gigabytes = (bytes: number) =>
    formatNumber(bytes / 1e9, { style: "unit", unit: "gigabyte", maximumFractionDigits: 2 });
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.health")}</h1>
      <Facts
        rows={[
          [t("admin.health.versions"), `Node.js ${health.node}, PostgreSQL ${health.postgres}`],
          [
            t("admin.health.uptime"),
            formatNumber(health.uptimeSeconds / 3600, {
              style: "unit",
              unit: "hour",
              maximumFractionDigits: 1,
            }),
          ],
          [t("admin.health.titles"), formatNumber(health.titles)],
          [t("admin.health.episodes"), formatNumber(health.episodes)],
          [t("admin.health.deadSources"), formatNumber(health.deadSources)],
          [t("admin.health.database"), gigabytes(health.databaseBytes)],
          [t("admin.health.uploads"), `${gigabytes(health.uploadBytes)} (${storage})`],
          [t("admin.health.free"), health.freeBytes === null ? "–" : gigabytes(health.freeBytes)],
          [t("admin.health.mail"), t(sendsMail ? "admin.health.on" : "admin.health.off")],
          [t("admin.health.provider"), provider ?? t("admin.health.off")],
        ]}
      />
      <p className="mt-4 max-w-prose text-sm text-ink-soft">{t("admin.health.doctor")}</p>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.health");
}
