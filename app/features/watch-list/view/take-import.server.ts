import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Database } from "~db/client.server";
import { Invalid } from "~/errors/app-error";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { readListFile } from "~/features/watch-list/transfer/read-list-file.server";
import type { ImportForm } from "./import-form";
import { NAMED_TITLES, type ImportOutcome } from "./import-outcome";

const pack = promisify(gzip);

/**
 * The two steps of an import: a file is looked at and comes back packed, with what would happen; the packed list is taken in. So the second step
 * needs no second choice of the file, with scripts or without. Throws `Invalid` for what is no list.
 */
export async function takeImport(db: Database, userId: string, { policy, file, packed }: ImportForm): Promise<ImportOutcome> {
  const done = packed !== undefined;
  if (!done && (file === undefined || file.size === 0)) throw new Invalid([{ path: "file", message: "Choose the file of a list." }]);
  const bytes = done ? Buffer.from(packed, "base64") : Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer());
  const { entries } = await readListFile(bytes);
  const { added, changed, unchanged, notFound } = await importList(db, userId, entries, { policy, dryRun: !done });
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return {
    done,
    policy,
    packed: done ? "" : (isPacked ? bytes : await pack(bytes)).toString("base64"),
    groups: [
      { name: "added", count: added.length, titles: added.slice(0, NAMED_TITLES).map(({ mal_id, title, type }) => ({ key: String(mal_id), text: title, note: type })) },
      {
        name: "changed",
        count: changed.length,
        titles: changed.slice(0, NAMED_TITLES).map(({ mal_id, title, type, previous_type }) => ({ key: String(mal_id), text: title, note: type === previous_type ? type : `${previous_type} → ${type}` })),
      },
      { name: "unchanged", count: unchanged.length, titles: unchanged.slice(0, NAMED_TITLES).map(({ mal_id, title, type }) => ({ key: String(mal_id), text: title, note: type })) },
      {
        name: "notFound",
        count: notFound.length,
        titles: notFound.slice(0, NAMED_TITLES).map(({ mal_id, title, reason }, index) => ({ key: String(index), text: title ?? (mal_id === null ? "A title without a name" : `No. ${mal_id}`), note: reason })),
      },
    ],
  };
}
