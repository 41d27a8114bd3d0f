import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { answerIn } from "~/language/answers.server";
import type { Words } from "~/language/words";
import type { Database } from "~db/client.server";
import { Invalid } from "~/errors/app-error";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { lastImport, type ImportReport } from "~/features/watch-list/transfer/last-import.server";
import { readListFile } from "~/features/watch-list/transfer/read-list-file.server";
import type { ImportForm } from "./import-form";
import { NAMED_TITLES, type ImportOutcome } from "./import-outcome";

const pack = promisify(gzip);

/**
 * The two steps of an import: a file is looked at and comes back packed, with what would happen; the packed list is taken in, and null says that it is. So
 * the second step needs no second choice of the file, with scripts or without. Throws `Invalid` for what is no list.
 */
export async function takeImport(
  db: Database,
  userId: string,
  { policy, file, packed }: ImportForm,
  words: Words,
): Promise<ImportOutcome | null> {
  if (packed !== undefined) {
    const { entries, format } = await readListFile(Buffer.from(packed, "base64"));
    await importList(db, userId, entries, { policy, dryRun: false, format });
    return null;
  }
  if (file === undefined || file.size === 0)
    throw new Invalid([{ path: "file", message: "Choose the file of a list." }]);
  const bytes = Buffer.from(await file.arrayBuffer());
  const { entries } = await readListFile(bytes);
  const report = await importList(db, userId, entries, { policy, dryRun: true });
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return {
    done: false,
    policy,
    packed: (isPacked ? bytes : await pack(bytes)).toString("base64"),
    groups: groupsOf(report, words),
  };
}

/** What the person's last import did. Throws `NotFound` when there was none. */
export async function finishedImport(
  db: Database,
  userId: string,
  words: Words,
): Promise<ImportOutcome> {
  const { policy, report } = await lastImport(db, userId);
  return { done: true, policy, packed: "", groups: groupsOf(report, words) };
}

function groupsOf(
  { added, changed, unchanged, notFound }: ImportReport,
  words: Words,
): ImportOutcome["groups"] {
  const { t, number, label } = words;
  const collection = (type: string) => label("collection", type);
  const start = <T>(list: readonly T[]): readonly T[] => list.slice(0, NAMED_TITLES);
  return [
    {
      name: "added",
      count: added.length,
      titles: start(added).map(({ mal_id, title, type }) => ({
        key: String(mal_id),
        text: title,
        note: collection(type),
      })),
    },
    {
      name: "changed",
      count: changed.length,
      titles: start(changed).map(({ mal_id, title, type, previous_type }) => ({
        key: String(mal_id),
        text: title,
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
        text: title,
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
            : t("import.number", { number: number(mal_id, { useGrouping: false }) })),
        note: answerIn(words, reason),
      })),
    },
  ];
}
