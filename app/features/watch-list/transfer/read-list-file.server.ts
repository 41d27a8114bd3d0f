import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { AppError, Invalid } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";
import { readAniList } from "./anilist-json";
import { MOST_ENTRIES, type ImportedEntry } from "./imported-entry";
import type { ListFormat } from "./list-format";
import { readMalXml } from "./mal-xml";
import { readOwnCsv, readOwnJson } from "./own-format";

/** As much text as a list may be. The longest real exports have some two megabytes; a small file can unpack to a thousandfold. */
export const LIST_LIMIT_BYTES = 20 * 1024 * 1024;

export interface ListFile {
  format: ListFormat;
  entries: ImportedEntry[];
}

const unzip = promisify(gunzip);

/** Reads a list from elsewhere, gzipped or not, of any of the formats, told by its contents. Throws `Invalid` or the error of 413. */
export async function readListFile(bytes: Uint8Array): Promise<ListFile> {
  const text = new TextDecoder().decode(await unpacked(bytes));
  const file = readText(text);
  if (file === null)
    throw new Invalid([
      {
        path: "file",
        message:
          "This is no list that can be read: MyAnimeList's XML, AniList's JSON, or our own JSON or CSV.",
      },
    ]);
  if (file.entries.length > MOST_ENTRIES)
    throw new Invalid([
      { path: "file", message: `The list may have at most ${MOST_ENTRIES} entries.` },
    ]);
  return file;
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("too-large", `The list may have at most ${LIST_LIMIT_BYTES} bytes, unpacked.`);
  if (bytes.byteLength > LIST_LIMIT_BYTES) throw tooLarge();
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return unzip(bytes, { maxOutputLength: LIST_LIMIT_BYTES }).catch((error: unknown) => {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new Invalid([{ path: "file", message: "The gzip file is damaged." }]);
  });
}

function readText(text: string): ListFile | null {
  const first = text.trimStart()[0];
  if (first === "<") return named("mal-xml", readMalXml(text));
  if (first !== "{" && first !== "[") return named("csv", readOwnCsv(text));
  const value = parsed(text);
  return named("anilist", readAniList(value)) ?? named("json", readOwnJson(value));
}

function named(format: ListFormat, entries: ImportedEntry[] | null): ListFile | null {
  return entries === null ? null : { format, entries };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
