import { sql, type SQL } from "drizzle-orm";
import type { EventKind } from "./notification-kinds";

/** Writes kinds, which are constants, as the items of an SQL list. */
export function kindList(kinds: readonly EventKind[]): SQL {
  return sql.raw(kinds.map((kind) => `'${kind}'`).join(", "));
}
