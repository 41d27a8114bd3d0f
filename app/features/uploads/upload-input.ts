import { zodMessage, type ErrorMessage } from "~/i18n/error-message";
import { Base64Content, decodeBase64 } from "~/parsing/base64-decoder";
import { z } from "zod";
import { cropAreaSchema } from "./crop-area";

const YES = ["true", "1", "yes", "on"];
const NO = ["false", "0", "no", "off", ""];

const isBanner = z
  .union(
    [z.boolean(), z.number(), z.string()],
    zodMessage({ key: "field.boolean", values: { field: "isBanner" } }),
  )
  .default(false)
  .transform((value, context): boolean => {
    const text = String(value).trim().toLowerCase();
    if (YES.includes(text)) return true;
    if (!NO.includes(text))
      context.addIssue({
        code: "custom",
        message: zodMessage({ key: "field.boolean", values: { field: "isBanner" } }),
      });
    return false;
  });

/** `kind`: for values of a wrong type. */
const textOf = (field: string, kind: ErrorMessage) => ({
  error: ({ input }: { input?: unknown }) =>
    zodMessage(input === undefined ? { key: "field.required", values: { field } } : kind),
});

/** Files are named by content. */
export const uploadSchema = z.object({
  image: z.unknown().transform((value, context): UploadSource => {
    const source = parseUploadSource(value);
    if (source !== null) return source;
    const isMissing = value === undefined || value === "";
    context.addIssue({
      code: "custom",
      message: zodMessage(
        isMissing ? { key: "field.required", values: { field: "image" } } : "image.badSource",
      ),
    });
    return z.NEVER;
  }),
  filename: z
    .string(
      textOf("filename", { key: "field.type", values: { field: "filename", type: "string" } }),
    )
    .trim()
    .min(1, zodMessage({ key: "field.required", values: { field: "filename" } })),
  isBanner,
  crop: cropAreaSchema,
});

export const uploadFormSchema = z.object({
  file: z
    .instanceof(Blob, { error: zodMessage("image.fileType") })
    .refine((file) => file.size > 0, zodMessage("image.chooseFile")),
  isBanner,
  crop: cropAreaSchema,
});

export type UploadSource = { kind: "bytes"; bytes: Uint8Array } | { kind: "url"; url: string };

/** Base64, a data: URL, or an http(s) URL. */
function parseUploadSource(value: unknown): UploadSource | null {
  if (typeof value === "string" && /^\s*https?:/i.test(value))
    return { kind: "url", url: value.trim() };
  const { bytes } =
    value instanceof Base64Content ? value : decodeBase64(typeof value === "string" ? value : "");
  return bytes === null ? null : { kind: "bytes", bytes };
}
