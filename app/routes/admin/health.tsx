import { href, Link } from "react-router";
import { join } from "node:path";
import { akariCommand } from "~/config/command";
import { versionText } from "~/config/version";
import { projectRoot } from "~/config/project-root";
import { readSchemaState } from "~db/schema-state.server";
import { readSiteHealth } from "~/features/site/site-health.server";
import { servicesContext, accountsContext, mediaContext, siteContext } from "~/http/context";
import { noindexMeta } from "~/frame/page-i18n";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { listJobs, needsAttention } from "~/jobs/job-status.server";
import type { EncoderReport } from "~/media/playback/encode/encoders.server";
import { maxHeight } from "~/media/playback/encode/h264-renditions";
import { formAction } from "~/ui/forms/form-action";
import { Section } from "~/ui/section";
import { Facts } from "~/pages/admin/facts";
import { useFormatBytes } from "~/pages/admin/format-bytes";
import { useFormatUptime } from "~/pages/admin/format-uptime";
import { HealthChecks } from "~/pages/admin/health-checks";
import { MemoryCaches } from "~/pages/admin/memory-caches";
import { Moment } from "~/pages/admin/moment";
import { userZone } from "~/http/viewer/user-zone.server";
import type { Route } from "./+types/health";
import { findOversights, runChecks } from "~/services/run-checks.server";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, sql, config, mailer } = context.get(servicesContext);
  const { providers } = context.get(accountsContext);
  const { budget, recentErrors } = context.get(siteContext);
  const { filePlayer } = context.get(mediaContext);
  const statuses = await listJobs(db);
  return {
    jobs: statuses
      .filter(needsAttention)
      .map(({ name, isLate, nextRunAt, failingSince, error }) =>
        isLate
          ? ({ name, kind: "late", since: nextRunAt, error: null } as const)
          : ({ name, kind: "failing", since: failingSince, error } as const),
      ),
    version: versionText(),
    doctor: akariCommand("doctor"),
    oversights: await findOversights({ config, withDatabase: (check) => check({ db, sql }) }),
    schema: (await readSchemaState(sql, join(projectRoot(), "db/migrations"))).kind,
    health: await readSiteHealth(db, config.dataDir),
    caches: budget.usage(),
    encoders: await filePlayer.encoders(),
    providers: providers.map(({ client }) => client.name),
    sendsMail: mailer !== null,
    storage: config.storage.kind,
    zone: userZone(request, user),
    errors: recentErrors.list(),
  };
}

/** Runs the doctor's checks with what the site has open already. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireRole(request, context, "owner");
  const { config, db, sql } = context.get(servicesContext);
  const { keyring } = context.get(accountsContext);
  const { filePlayer } = context.get(mediaContext);
  const findings = await runChecks({
    config,
    keyring: () => keyring,
    encoders: () => filePlayer.encoders(),
    withDatabase: (check) => check({ db, sql }),
  });
  return { findings };
}

export const clientAction = formAction<typeof action>();

export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatList, formatNumber } = useI18n();
  const formatBytes = useFormatBytes();
  const formatUptime = useFormatUptime();
  const {
    version,
    schema,
    health,
    caches,
    encoders,
    providers,
    sendsMail,
    storage,
    zone,
    jobs,
    errors,
    doctor,
    oversights,
  } = loaderData;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.health")}</h1>
      <HealthChecks
        findings={
          actionData !== undefined && "findings" in actionData ? actionData.findings : oversights
        }
        failure={
          actionData !== undefined && "failure" in actionData ? actionData.failure : undefined
        }
        command={doctor}
      />
      <Facts
        rows={[
          [
            t("admin.health.versions"),
            `Akari ${version}, Node.js ${health.node}, PostgreSQL ${health.postgres}`,
          ],
          [
            t("admin.health.schema"),
            t(
              schema === "newer" || schema === "incompatible"
                ? `admin.health.schema.${schema}`
                : "admin.health.schema.current",
            ),
          ],
          [t("admin.health.uptime"), formatUptime(health.uptimeSeconds)],
          [t("admin.health.titles"), formatNumber(health.titles)],
          [t("admin.health.episodes"), formatNumber(health.episodes)],
          [t("admin.health.deadSources"), formatNumber(health.deadSources)],
          [t("admin.health.database"), formatBytes(health.databaseBytes)],
          [t("admin.health.uploads"), `${formatBytes(health.uploadBytes)} (${storage})`],
          [t("admin.health.free"), health.freeBytes === null ? "–" : formatBytes(health.freeBytes)],
          [t("admin.health.encoding"), <Encoding key="encoding" encoders={encoders} />],
          [t("admin.health.mail"), t(sendsMail ? "admin.health.on" : "admin.health.off")],
          [
            t("admin.health.provider"),
            providers.length === 0 ? t("admin.health.off") : formatList(providers),
          ],
        ]}
      />
      <Section title={t("admin.jobs")}>
        {jobs.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("admin.health.jobs.fine")}</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule text-sm">
            {jobs.map(({ name, kind, since, error }) => (
              <li key={name} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
                <p className="w-64 font-medium">{t(`admin.jobs.name.${name}`)}</p>
                <p className="min-w-0 grow basis-64 break-words">
                  <span className="text-caution">{t(`admin.health.jobs.${kind}`)}</span>{" "}
                  <Moment at={since} zone={zone} />
                  {error === null ? null : (
                    <span lang="en" className="block text-ink-soft">
                      {error}
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
        <Link
          to={href("/admin/jobs")}
          className="mt-2 inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4"
        >
          {t("admin.health.jobs.all")}
        </Link>
      </Section>
      <MemoryCaches caches={caches} />
      <Section title={t("admin.health.errors")}>
        {errors.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("admin.health.noErrors")}</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule text-sm">
            {errors.map((error, index) => (
              <li key={index} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
                <div className="w-64 text-xs leading-5 text-ink-faint">
                  <Moment at={error.at} zone={zone} />
                  {error.requestId === null ? null : (
                    <code className="block break-all">{error.requestId}</code>
                  )}
                </div>
                <p className="min-w-0 grow basis-64 break-words">
                  {error.message}
                  {error.cause === null ? null : (
                    <span className="block text-ink-soft">{error.cause}</span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** The encoder in use and its speed, and why hardware is not used. */
function Encoding({ encoders }: { encoders: EncoderReport }) {
  const { t } = useI18n();
  const { ffmpeg, encoder, pixelsPerSecond, hardware } = encoders;
  if (ffmpeg === null) return t("admin.health.encoding.none");
  const name = encoder === "h264" ? "libx264" : `h264_${encoder}`;
  const height = pixelsPerSecond === null ? null : maxHeight(pixelsPerSecond);
  const unused = hardware.filter(({ reason }) => reason !== null);
  return (
    <>
      {encoder === null
        ? t("admin.health.encoding.noEncoder")
        : pixelsPerSecond === null
          ? name
          : height === null
            ? t("admin.health.encoding.slow", { encoder: name })
            : t("admin.health.encoding.upTo", { encoder: name, quality: `${height}p` })}
      {unused.length === 0 ? null : (
        <>
          <span className="mt-2 block text-ink-soft">{t("admin.health.encoding.unused")}</span>
          <ul className="text-ink-soft" lang="en">
            {unused.map(({ name: other, reason }) => (
              <li key={other}>
                h264_{other}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.health");
}
