import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";

/** Stops serving a registered folder and answers its path. Throws `NotFound` when none has this name. */
export async function removeMediaFolder(db: Database, name: string): Promise<string> {
  const [removed] = await db
    .delete(mediaFolders)
    .where(eq(mediaFolders.name, name))
    .returning({ path: mediaFolders.path });
  if (removed === undefined) throw new NotFound(`No folder is registered as ${name}.`);
  return removed.path;
}
