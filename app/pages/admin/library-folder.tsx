import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { ProgressBar } from "~/ui/progress-bar";
import { useFormatBytes } from "./format-bytes";
import type { ListedFolder } from "./load-library.server";
import { doubtfulPath, filesPath, removeFolderPath } from "./library-paths";
import { Moment } from "./moment";
import { FACT_DOT } from "~/ui/fact-dot";

interface LibraryFolderProps {
  folder: ListedFolder;
  zone: string;
  /** Minutes between scans; 0 when the site scans on request only. */
  scanMinutes: number;
  isOwner: boolean;
}

/** Shows a media folder: what is in it, how far its scan is, and its forms. */
export function LibraryFolder({ folder, zone, scanMinutes, isOwner }: LibraryFolderProps) {
  const { t } = useI18n();
  const { name, path, problem, isWatched } = folder;
  return (
    <>
      <h3 className="text-base font-semibold break-words">{name}</h3>
      <p className="text-sm break-all text-ink-soft">{path}</p>
      {problem === null ? null : <p className="mt-1 text-sm break-words text-caution">{problem}</p>}
      <Counts folder={folder} />
      <div className="mt-3 max-w-prose space-y-1 text-sm text-ink-soft">
        <ScanState folder={folder} zone={zone} />
        <p>
          {scanMinutes === 0
            ? t("admin.library.watch.never")
            : isWatched
              ? t("admin.library.watch.on", { count: scanMinutes })
              : t("admin.library.watch.off")}
        </p>
      </div>
      <FolderForms folder={folder} isOwner={isOwner} mayWatch={scanMinutes > 0} />
    </>
  );
}

function Counts({ folder }: { folder: ListedFolder }) {
  const { t, formatNumber } = useI18n();
  const formatBytes = useFormatBytes();
  const { name } = folder;
  const linked = [
    ["waiting", "admin.library.waiting", doubtfulPath(name)],
    ["unused", "admin.library.files.unused", filesPath(name, "unused")],
    ["skipped", "admin.library.files.skipped", filesPath(name, "skipped")],
    ["missing", "admin.library.files.missing", filesPath(name, "missing")],
    ["decided", "admin.library.decided", filesPath(name, "decided")],
  ] as const;
  const facts: (readonly [string, ReactNode])[] = [
    [t("admin.library.titles"), formatNumber(folder.titles)],
    [t("admin.health.episodes"), formatNumber(folder.episodes)],
    [
      t("admin.library.fileCount"),
      t("admin.library.fileCount.size", { count: folder.files, size: formatBytes(folder.bytes) }),
    ],
    ...linked.map(
      ([key, label, to]) =>
        [
          t(label),
          folder[key] === 0 ? formatNumber(0) : <CountLink key={key} to={to} count={folder[key]} />,
        ] as const,
    ),
  ];
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 border-y border-rule py-3 text-sm sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-ink-faint">{label}</dt>
          <dd className="flex min-h-6 items-center tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CountLink({ to, count }: { to: string; count: number }) {
  const { formatNumber } = useI18n();
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 min-w-6 items-center text-accent-text underline underline-offset-4"
    >
      {formatNumber(count)}
    </Link>
  );
}

function ScanState({ folder, zone }: { folder: ListedFolder; zone: string }) {
  const { t, formatNumber } = useI18n();
  const { run, isScanning, lastScan, scannedAt } = folder;
  if (isScanning || run?.isAtWork === true) {
    const fraction = run?.fraction ?? null;
    return (
      <>
        <p className="text-ink">
          <span role="status">{t("admin.library.scanning")}</span>{" "}
          {fraction === null ? null : (
            <span className="tabular-nums">
              {formatNumber(fraction, { style: "percent", maximumFractionDigits: 0 })}
            </span>
          )}
        </p>
        <ProgressBar part={fraction} className="max-w-md" />
      </>
    );
  }
  const duration = formatNumber((lastScan?.ms ?? 0) / 1_000, {
    style: "unit",
    unit: "second",
    maximumFractionDigits: 1,
  });
  return (
    <>
      {run === null ? null : <p role="status">{t("admin.run.waiting")}</p>}
      {folder.isStopped ? <p>{t("admin.library.stopped")}</p> : null}
      <p>
        {t("admin.library.scanned")}:{" "}
        {scannedAt === null ? (
          t("admin.library.neverScanned")
        ) : (
          <>
            <Moment at={scannedAt} zone={zone} />
            {lastScan === null
              ? null
              : `${FACT_DOT}${t("admin.library.scanResult", { ...lastScan, duration })}`}
          </>
        )}
      </p>
    </>
  );
}

interface FolderFormsProps {
  folder: ListedFolder;
  isOwner: boolean;
  mayWatch: boolean;
}

function FolderForms({ folder, isOwner, mayWatch }: FolderFormsProps) {
  const { t } = useI18n();
  const { name, run, isWatched } = folder;
  const isBusy = folder.isScanning || run !== null;
  const watch = isWatched ? "unwatch" : "watch";
  return (
    <Form
      method="post"
      action={href("/admin/library")}
      preventScrollReset
      aria-label={name}
      className="mt-4 flex flex-wrap gap-3"
    >
      <input type="hidden" name="folder" value={name} />
      {isBusy ? null : (
        <Button
          type="submit"
          name="intent"
          value="scan"
          aria-label={t("admin.library.scanOf", { name })}
        >
          {t("admin.library.scanOne")}
        </Button>
      )}
      {/* A command of the operator may be at work without a run, which cannot be stopped here. */}
      {isOwner && run !== null ? (
        <Button
          type="submit"
          name="intent"
          value="stop"
          aria-label={t("admin.jobs.stopOf", { job: name })}
        >
          {t("admin.run.stop")}
        </Button>
      ) : null}
      {isOwner && mayWatch ? (
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value={watch}
          aria-label={t(`admin.library.${watch}Of`, { name })}
        >
          {t(`admin.library.${watch}`)}
        </Button>
      ) : null}
      {isOwner ? (
        <ButtonLink
          weight="bare"
          to={removeFolderPath(name)}
          aria-label={t("admin.library.removeOf", { name })}
        >
          {t("admin.library.remove")}
        </ButtonLink>
      ) : null}
    </Form>
  );
}
