import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";

/** Linux allows paths of this length. */
export const MAX_FOLDER_PATH = 4_096;
/** The name is part of URLs, which allow this many characters of it. */
export const MAX_FOLDER_NAME = 64;

const path = (field: string) =>
  z
    .string()
    .max(
      MAX_FOLDER_PATH,
      zodMessage({ key: "field.maxLength", values: { field, max: MAX_FOLDER_PATH } }),
    )
    .regex(/^[^\0]*$/, zodMessage({ key: "field.noNul", values: { field } }))
    .default("");

const nameLength = { field: "name", max: MAX_FOLDER_NAME };

/** A media folder from a form: one that was offered, or the path that was typed, which prevails. */
export const folderFormSchema = z
  .object({
    offered: path("offered"),
    folder: path("folder").transform((text) => text.trim()),
    name: z
      .string()
      .trim()
      .max(MAX_FOLDER_NAME, zodMessage({ key: "field.maxLength", values: nameLength }))
      .default(""),
  })
  .transform(({ offered, folder, name }) => ({
    /** The field that the path is from, at which problems with it are shown. */
    field: folder === "" && offered !== "" ? ("offered" as const) : ("folder" as const),
    path: folder === "" ? offered : folder,
    name: name === "" ? undefined : name,
  }))
  .refine(({ path: chosen }) => chosen !== "", {
    message: zodMessage("folder.choose"),
    path: ["folder"],
  });
