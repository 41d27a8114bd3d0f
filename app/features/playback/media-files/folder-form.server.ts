import { isAbsolute } from "node:path";
import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";

/** Linux allows paths of this length. */
export const MAX_FOLDER_PATH = 4_096;
/** The name is part of URLs, which allow this many characters of it. */
export const MAX_FOLDER_NAME = 64;

const pathLength = { field: "folder", max: MAX_FOLDER_PATH };
const nameLength = { field: "name", max: MAX_FOLDER_NAME };

/** A path from a page: absolute, and as it is, without `..`. */
const folderPath = z
  .string()
  .min(1, { error: zodMessage("folder.choose"), abort: true })
  .max(MAX_FOLDER_PATH, zodMessage({ key: "field.maxLength", values: pathLength }))
  .regex(/^\P{Cc}*$/u, zodMessage("folder.oneLine"))
  .refine(
    (path) => isAbsolute(path) && !path.split(/[\\/]/u).includes(".."),
    zodMessage("folder.notAbsolute"),
  );

/** A folder that is opened to look into it. */
export const openedFolderSchema = z.object({ folder: folderPath });

/** A media folder from a form; without a name it gets the folder's. */
export const folderFormSchema = openedFolderSchema.extend({
  name: z
    .string()
    .trim()
    .max(MAX_FOLDER_NAME, zodMessage({ key: "field.maxLength", values: nameLength }))
    .transform((name) => (name === "" ? undefined : name))
    .optional(),
});
