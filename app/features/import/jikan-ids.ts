import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { FIRST_OWN_TITLE_ID } from "~/features/catalog/own-title-id";
import { FIRST_OWN_CREDIT_ID } from "~/features/credits/own-credit-id";

/** Ids from here on are this site's own, and those of the demo series and the starter's credits. */
const FIRST_OWN_ID = Math.min(FIRST_OWN_TITLE_ID, FIRST_OWN_CREDIT_ID);

/** Whether Jikan may have the title, character or person. It is asked for no other. */
export function isJikanId(id: number): boolean {
  return id < FIRST_OWN_ID;
}

/** `isJikanId` for a column. */
export function isJikanIdSql(id: SQLWrapper): SQL {
  return sql`${id} < ${FIRST_OWN_ID}`;
}
