import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Section } from "~/ui/section";
import { useFormatBytes } from "./format-bytes";
import { useFormatUptime } from "./format-uptime";
import type { Backups } from "./load-backups.server";
import { Moment } from "./moment";
import { FACT_DOT } from "~/ui/fact-dot";

/** The backups: how old and large each is, to download, and the command that restores it. */
export function BackupList({ backups, zone }: { backups: Backups; zone: string }) {
  const { t } = useI18n();
  const { folder, files, bucket } = backups;
  return (
    <Section title={t("admin.backups")} anchor="backups">
      <p className="max-w-prose text-sm text-ink-soft">
        {t("admin.backups.about")} <code className="break-all">{folder}</code>
      </p>
      {files.length === 0 ? (
        <p className="mt-4 text-sm">
          {t("admin.backups.none")}{" "}
          <Link to={href("/admin/jobs")} className="text-accent-text underline underline-offset-4">
            {t("admin.jobs")}
          </Link>
        </p>
      ) : (
        <ul className="mt-4 divide-y divide-rule border-y border-rule text-sm">
          {files.map(({ restore, ...file }) => (
            <li key={file.name} className="py-3">
              <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
                <BackupFacts backup={file} zone={zone} />
                <ButtonLink
                  to={href("/admin/backups/:name", { name: file.name })}
                  reloadDocument
                  aria-label={t("admin.backups.downloadOf", { name: file.name })}
                >
                  {t("admin.backups.download")}
                </ButtonLink>
              </div>
              <details className="mt-1">
                <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
                  {t("admin.backups.restore")}
                </summary>
                <p className="max-w-prose text-ink-soft">{t("admin.backups.restore.about")}</p>
                <code className="mt-1 block break-all">{restore}</code>
              </details>
            </li>
          ))}
        </ul>
      )}
      {bucket === null ? null : (
        <>
          <h3 className="mt-6 text-sm font-medium">
            {t("admin.backups.copies", { bucket: bucket.name })}
          </h3>
          {bucket.copies === null ? (
            <p className="mt-2 text-sm text-caution">{t("admin.backups.copies.away")}</p>
          ) : bucket.copies.length === 0 ? (
            <p className="mt-2 text-sm">{t("admin.backups.copies.none")}</p>
          ) : (
            <ul className="mt-2 divide-y divide-rule border-y border-rule text-sm">
              {bucket.copies.map((copy) => (
                <li key={copy.name} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
                  <BackupFacts backup={copy} zone={zone} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Section>
  );
}

type Aged = Pick<Backups["files"][number], "name" | "bytes" | "at" | "ageSeconds">;

function BackupFacts({ backup, zone }: { backup: Aged; zone: string }) {
  const { t } = useI18n();
  const formatBytes = useFormatBytes();
  const formatUptime = useFormatUptime();
  const { name, bytes, at, ageSeconds } = backup;
  return (
    <>
      <p className="min-w-0 grow basis-64">
        <Moment at={at} zone={zone} />
        <span className="text-ink-soft">
          {FACT_DOT}
          {t("admin.backups.age", { age: formatUptime(ageSeconds) })}
        </span>
        <code className="block text-xs break-all text-ink-faint">{name}</code>
      </p>
      <p className="w-24 tabular-nums">{formatBytes(bytes)}</p>
    </>
  );
}
