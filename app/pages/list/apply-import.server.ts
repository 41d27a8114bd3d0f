import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Viewer } from "~/features/catalog/visibility.server";
import type { I18n } from "~/i18n/i18n";
import type { Database } from "~db/client.server";
import { AppError, Invalid } from "~/errors/app-error";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import {
  getLastImport,
  renderReasons,
  type ImportReport,
} from "~/features/watch-list/transfer/last-import.server";
import type { ListParser } from "~/features/watch-list/transfer/list-parser.server";
import { isGzip } from "~/features/watch-list/transfer/parse-list.server";
import { MAX_PACKED_BYTES, type ImportForm } from "~/features/watch-list/view/import-form";
import { MAX_NAMED_TITLES, type ImportOutcome } from "~/features/watch-list/view/import-outcome";

const compress = promisify(gzip);

interface ImportContext {
  db: Database;
  listParser: ListParser;
  i18n: I18n;
}

/**
 * Runs both steps of an import. A file is parsed and returned gzipped with a dry run's result, so
 * that the second step needs no file input. A gzipped list is imported, and the result is null.
 * Throws the list parser's errors.
 */
export async function applyImport(
  { db, listParser, i18n }: ImportContext,
  tracker: Omit<Tracker, "via">,
  { policy, file, packed }: ImportForm,
): Promise<ImportOutcome | null> {
  if (packed !== undefined) {
    const list = await listParser.parse(packed.bytes ?? new Uint8Array(), tracker.timeZone);
    await importList(db, tracker, list.entries, { ...list, policy, dryRun: false });
    return null;
  }
  if (file === undefined || file.size === 0)
    throw new Invalid([{ path: "file", message: "list.chooseFile" }]);
  const bytes = Buffer.from(await file.arrayBuffer());
  const { entries, history } = await listParser.parse(bytes, tracker.timeZone);
  const compressed = isGzip(bytes) ? bytes : await compress(bytes);
  if (compressed.byteLength > MAX_PACKED_BYTES)
    throw new AppError("too-large", {
      key: "list.packedTooLarge",
      values: { limit: MAX_PACKED_BYTES },
    });
  const { report, events } = await importList(db, tracker, entries, {
    policy,
    dryRun: true,
    history,
  });
  return {
    done: false,
    policy,
    events,
    packed: compressed.toString("base64"),
    ...describeReport(report, i18n),
  };
}

/** Throws `NotFound` if there is none. */
export async function getImportOutcome(
  db: Database,
  userId: string,
  { i18n, ...viewer }: Viewer & { i18n: I18n },
): Promise<ImportOutcome> {
  const { policy, report } = await getLastImport(db, userId, viewer);
  return { done: true, policy, events: 0, packed: "", ...describeReport(report, i18n) };
}

function describeReport(
  report: ImportReport,
  i18n: I18n,
): Pick<ImportOutcome, "groups" | "notices"> {
  const { added, changed, unchanged, notFound, notices } = renderReasons(report, i18n.locale);
  const { t, formatNumber, label } = i18n;
  const collection = (type: string) => label("collection", type);
  const start = <T>(list: readonly T[]): readonly T[] => list.slice(0, MAX_NAMED_TITLES);
  const groups: ImportOutcome["groups"] = [
    {
      name: "added",
      count: added.length,
      titles: start(added).map(({ mal_id, title, type }) => ({
        key: String(mal_id),
        text: title ?? t("list.hiddenTitle"),
        note: collection(type),
      })),
    },
    {
      name: "changed",
      count: changed.length,
      titles: start(changed).map(({ mal_id, title, type, previous_type }) => ({
        key: String(mal_id),
        text: title ?? t("list.hiddenTitle"),
        note:
          type === previous_type
            ? collection(type)
            : `${collection(previous_type)} → ${collection(type)}`,
      })),
    },
    {
      name: "unchanged",
      count: unchanged.length,
      titles: start(unchanged).map(({ mal_id, title, type }) => ({
        key: String(mal_id),
        text: title ?? t("list.hiddenTitle"),
        note: collection(type),
      })),
    },
    {
      name: "notFound",
      count: notFound.length,
      titles: start(notFound).map(({ mal_id, title, reason }, index) => ({
        key: String(index),
        text:
          title ??
          (mal_id === null
            ? t("import.nameless")
            : t("import.number", { number: formatNumber(mal_id, { useGrouping: false }) })),
        note: reason,
      })),
    },
  ];
  return {
    groups,
    notices: {
      count: notices.length,
      titles: start(notices).map(({ mal_id, title, reason }, index) => ({
        key: String(index),
        text: title ?? t(mal_id === null ? "import.nameless" : "list.hiddenTitle"),
        note: reason,
      })),
    },
  };
}
