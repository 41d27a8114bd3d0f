import { Busy, NotFound } from "~/errors/app-error";
import { isMissingFile } from "~/media/files/open-regular-file.server";
import { openFile, type OpenFile } from "~/media/playback/open-file.server";
import { RETRY_AFTER_SECONDS } from "./body-slots.server";

/**
 * Closes the file after the work. Throws `NotFound` for a missing file, and `Busy` for a disk that
 * fails.
 */
export async function withOpenFile<Result>(
  path: string,
  work: (file: OpenFile) => Promise<Result>,
): Promise<Result> {
  let file: OpenFile | undefined;
  try {
    file = await openFile(path);
    return await work(file);
  } catch (error) {
    if (file === undefined && isMissingFile(error)) throw new NotFound("file.notFound");
    // A disk or a network share that fails.
    if (error instanceof Error && "syscall" in error)
      throw new Busy("media.diskFailed", RETRY_AFTER_SECONDS, { cause: error });
    throw error;
  } finally {
    await file?.handle.close();
  }
}
