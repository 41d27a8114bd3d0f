import { redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { getMergedInto } from "~/features/catalog/merged-titles.server";
import type { Viewer } from "~/features/catalog/visibility.server";

/** Runs the work of a title's page, and redirects for good if the title was merged into another. */
export async function withMergedRedirect<Result>(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
  pathOf: (into: number) => string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const into = await getMergedInto(db, id, viewer);
    if (into === null) throw error;
    throw redirect(pathOf(into), 301);
  }
}
