import { zodMessage, type ErrorMessage } from "~/i18n/error-message";
import { z } from "zod";
import { cropAreaSchema } from "./crop-area";

/** Booleans as sent by API clients and forms. */
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

/** `kind` is the message for values of the wrong type. */
const textOf = (field: string, kind: ErrorMessage) => ({
  error: ({ input }: { input?: unknown }) =>
    zodMessage(input === undefined ? { key: "field.required", values: { field } } : kind),
});

/** The JSON body. `filename` is unused: files are named by content. */
export const uploadSchema = z.object({
  image: z
    .string(textOf("image", "image.badSource"))
    .min(1, zodMessage({ key: "field.required", values: { field: "image" } })),
  filename: z
    .string(
      textOf("filename", { key: "field.type", values: { field: "filename", type: "string" } }),
    )
    .trim()
    .min(1, zodMessage({ key: "field.required", values: { field: "filename" } })),
  isBanner,
  crop: cropAreaSchema,
});

/** A multipart form. */
export const uploadFormSchema = z.object({
  file: z
    .instanceof(Blob, { error: zodMessage("image.fileType") })
    .refine((file) => file.size > 0, zodMessage("image.chooseFile")),
  isBanner,
  crop: cropAreaSchema,
});

export type UploadSource = { kind: "bytes"; bytes: Uint8Array } | { kind: "url"; url: string };

const DATA_URL = /^data:[^,]{0,256};base64,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Accepts base64, a data: URL, or an http(s) URL. */
export function parseUploadSource(text: string): UploadSource | null {
  if (/^\s*https?:/i.test(text)) return { kind: "url", url: text.trim() };
  const start = DATA_URL.exec(text.slice(0, 300))?.[0].length ?? 0;
  const encoded = text.slice(start).replace(/\s+/g, "");
  return BASE64.test(encoded) ? { kind: "bytes", bytes: Buffer.from(encoded, "base64") } : null;
}
