import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Section } from "~/ui/section";
import type { Attention } from "./attention.server";
import { Facts } from "./facts";
import { useFormatBytes } from "./format-bytes";
import { useFormatUptime } from "./format-uptime";
import { Moment } from "./moment";
import type { SiteOverview } from "./load-overview.server";
import { Verdict } from "./verdict";

/** The page where each kind is seen to. */
const PAGES: Readonly<Record<Attention["kind"], string>> = {
  schema: href("/admin/health"),
  disk: href("/admin/storage"),
  noBackup: href("/admin/jobs"),
  oldBackup: href("/admin/jobs"),
  job: href("/admin/jobs"),
  deadSources: `${href("/admin/sources")}?status=dead`,
  wishes: href("/admin/wishes"),
  errors: href("/admin/health"),
  update: href("/admin/changes"),
};

/** The state of the site for its owner, with what needs attention first. */
export function SiteOverviewSections({ site, zone }: { site: SiteOverview; zone: string }) {
  const { t } = useI18n();
  const formatBytes = useFormatBytes();
  const formatUptime = useFormatUptime();
  const needing = new Set(site.attention.map(({ kind }) => kind));
  const judged = (value: ReactNode, ...kinds: Attention["kind"][]) => (
    <span key={kinds[0]} className="flex items-center gap-x-3">
      <Verdict status={kinds.some((kind) => needing.has(kind)) ? "problem" : "ok"} />
      {value}
    </span>
  );
  return (
    <>
      <Section title={t("admin.attention")} className="mt-8">
        {site.attention.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("admin.attention.none")}</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule text-sm">
            {site.attention.map((item, index) => (
              <li key={index}>
                <Link
                  to={(item.kind === "update" && item.release.url) || PAGES[item.kind]}
                  reloadDocument={item.kind === "update"}
                  className="flex min-h-11 items-center gap-x-3 py-2 hover:underline"
                >
                  <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" />
                  <AttentionText item={item} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Form method="post" action={href("/admin/jobs")}>
            <input type="hidden" name="job" value="backup" />
            <Button type="submit" name="intent" value="run" disabled={site.isBackingUp}>
              {t(site.isBackingUp ? "admin.backUp.running" : "admin.backUp")}
            </Button>
          </Form>
          <Form method="post" action={href("/admin/health")}>
            <Button type="submit" name="intent" value="check">
              {t("admin.checkHealth")}
            </Button>
          </Form>
          <ButtonLink to={href("/admin/changes")} reloadDocument>
            {t("admin.changes")}
          </ButtonLink>
        </div>
      </Section>
      <Section title={t("admin.site")}>
        <Facts
          rows={[
            [t("admin.version"), judged(site.version, "schema", "update")],
            [t("admin.health.uptime"), judged(formatUptime(site.uptimeSeconds), "errors")],
            [
              t("admin.lastBackup"),
              judged(
                site.backedUpAt === null ? (
                  t("admin.people.never")
                ) : (
                  <Link to={`${href("/admin/storage")}#backups`} className="underline">
                    <Moment at={site.backedUpAt} zone={zone} />
                  </Link>
                ),
                "noBackup",
                "oldBackup",
              ),
            ],
            [t("admin.health.database"), formatBytes(site.databaseBytes)],
            [t("admin.health.uploads"), formatBytes(site.uploadBytes)],
            [
              t("admin.health.free"),
              judged(site.freeBytes === null ? "–" : formatBytes(site.freeBytes), "disk"),
            ],
            [
              t("admin.runningJobs"),
              judged(
                site.running.length === 0
                  ? t("admin.runningJobs.none")
                  : site.running.map((name) => t(`admin.jobs.name.${name}`)).join(", "),
                "job",
              ),
            ],
          ]}
        />
      </Section>
    </>
  );
}

function AttentionText({ item }: { item: Attention }) {
  const { t } = useI18n();
  const formatBytes = useFormatBytes();
  switch (item.kind) {
    case "disk":
      return t("admin.attention.disk", { free: formatBytes(item.freeBytes) });
    case "job":
      return t("admin.attention.job", { job: t(`admin.jobs.name.${item.name}`) });
    case "deadSources":
    case "errors":
    case "wishes":
      return t(`admin.attention.${item.kind}`, { count: item.count });
    case "update":
      return t("admin.attention.update", { version: item.release.version });
    default:
      return t(`admin.attention.${item.kind}`);
  }
}
