import { z } from "zod";
import { cropAreaSchema } from "./crop-area";

/** Yes or no, in the words that programs and forms use for it. */
const YES = ["true", "1", "yes", "on"];
const NO = ["false", "0", "no", "off", ""];

const isBanner = z
  .union([z.boolean(), z.number(), z.string()], "isBanner must be true or false.")
  .default(false)
  .transform((value, context): boolean => {
    const text = String(value).trim().toLowerCase();
    if (YES.includes(text)) return true;
    if (!NO.includes(text))
      context.addIssue({ code: "custom", message: "isBanner must be true or false." });
    return false;
  });

const textOf = (name: string, kind: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? `${name} is missing.` : `${name} must be ${kind}.`,
});

/** The JSON body of specification 4.2. The file name is asked for and means nothing: what is stored is named by its content. */
export const uploadSchema = z.object({
  image: z
    .string(textOf("image", "a text: base64, a data: URL, or an http or https URL"))
    .min(1, "image is missing."),
  filename: z.string(textOf("filename", "a text")).trim().min(1, "filename is missing."),
  isBanner,
  crop: cropAreaSchema,
});

/** The fields of a form with a file. */
export const uploadFormSchema = z.object({
  file: z
    .instanceof(Blob, { error: "file must be a file." })
    .refine((file) => file.size > 0, "Choose a file first."),
  isBanner,
  crop: cropAreaSchema,
});

/** What `image` says: bytes, or where they are. */
export type NamedImage = { kind: "bytes"; bytes: Uint8Array } | { kind: "url"; url: string };

const DATA_URL = /^data:[^,]{0,256};base64,/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Reads `image`, or null when it is none of the accepted forms. */
export function namedImage(text: string): NamedImage | null {
  if (/^\s*https?:/i.test(text)) return { kind: "url", url: text.trim() };
  const start = DATA_URL.exec(text.slice(0, 300))?.[0].length ?? 0;
  const encoded = text.slice(start).replace(/\s+/g, "");
  return BASE64.test(encoded) ? { kind: "bytes", bytes: Buffer.from(encoded, "base64") } : null;
}
