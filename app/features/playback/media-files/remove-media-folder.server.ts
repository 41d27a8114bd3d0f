import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";

/** Stops serving a folder and returns its path. Throws `NotFound`. */
export async function removeMediaFolder(db: Database, name: string): Promise<string> {
  const [removed] = await db
    .delete(mediaFolders)
    .where(eq(mediaFolders.name, name))
    .returning({ path: mediaFolders.path });
  if (removed === undefined) throw new NotFound({ key: "folder.notRegistered", values: { name } });
  return removed.path;
}
