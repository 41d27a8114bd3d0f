import type { ImportCounts } from "./source-item";
import type { Transaction } from "~db/client.server";
import { addForPrograms } from "~db/outbox.server";

/** Tells the site's webhooks that an import of the catalog is over, once per run. */
export function tellOfImport(
  tx: Transaction,
  runId: number,
  { added, changed, unchanged, rejected }: ImportCounts,
): Promise<void> {
  return addForPrograms(tx, null, [
    {
      ...{ kind: "import.finished", key: `import.finished:run-${runId}`, userId: null },
      data: { of: "catalog", added, changed, unchanged, rejected },
    },
  ]);
}
