import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "~db/client.server";

interface TitleLock {
  /** The title whose rows move or are deleted. */
  id: number;
  /** Another title, to which these rows move. */
  into?: number;
}

/**
 * Waits for users' writes about a title, and keeps new ones out until the transaction ends; users
 * without rows of the title are not held up. Locks are taken in the order of those writes, which
 * prevents deadlocks: a position locks its episode and then the user, a change of a list the user
 * and then its titles.
 */
export async function lockTitle(tx: Transaction, { id, into = id }: TitleLock): Promise<void> {
  await tx.execute(
    sql`SELECT 1 FROM episodes WHERE anime_mal_id = ${id} ORDER BY number FOR UPDATE`,
  );
  await tx.execute(sql`SAVEPOINT before_users`);
  for (;;) {
    await tx.execute(
      sql`SELECT count(*) FROM (${usersOf(id)} ORDER BY id FOR NO KEY UPDATE) AS users`,
    );
    await tx.execute(sql`
      SELECT 1 FROM animes WHERE mal_id = ANY(ARRAY[${id}, ${into}]::int4[])
      ORDER BY mal_id FOR UPDATE`);
    if (await lockLateUsers(tx, id)) return;
    await tx.execute(sql`ROLLBACK TO SAVEPOINT before_users`);
  }
}

/**
 * Locks users whose first row of the title was committed while the lock of the title was awaited.
 * Returns false when one of them is writing again, since that write may wait for the title.
 */
async function lockLateUsers(tx: Transaction, id: number): Promise<boolean> {
  const [row] = await tx.execute<{ complete: boolean }>(sql`
    WITH locked AS (${usersOf(id)} FOR NO KEY UPDATE SKIP LOCKED)
    SELECT (SELECT count(*) FROM locked) = count(*) AS complete FROM (${usersOf(id)}) AS users`);
  return row?.complete === true;
}

function usersOf(id: number): SQL {
  return sql`
    SELECT id FROM users WHERE id IN (
      SELECT user_id FROM watch_list_entries WHERE anime_mal_id = ${id}
      UNION SELECT user_id FROM seen_episodes WHERE anime_mal_id = ${id}
      UNION SELECT user_id FROM list_events WHERE anime_mal_id = ${id}
      UNION SELECT user_id FROM playback_positions WHERE anime_mal_id = ${id})`;
}
