import { gunzipSync } from "node:zlib";
import { errorCode } from "~/errors/error-code";
import { decodeWindows1252 } from "~/parsing/windows-1252";
import { parseAniList } from "./anilist-json";
import { NO_HISTORY, parseHistory, type ParsedHistory } from "./history-format";
import { MAX_ENTRIES, type ImportedEntry } from "./imported-entry";
import { parseKitsu } from "./kitsu-json";
import { ListRefused } from "./list-refused";
import type { ListFormat } from "./list-format";
import { parseMalXml } from "./mal-xml";
import { parseOwnCsv, parseOwnJson } from "./own-format";
import { parseJson } from "./parse-json";
import { parseSimklCsv, parseSimklJson } from "./simkl";

/** The limit for the uncompressed list. The largest real exports have about 2 MB. */
export const MAX_LIST_BYTES = 20 * 1024 * 1024;

export interface ParsedList {
  format: ListFormat;
  entries: ImportedEntry[];
  history: ParsedHistory;
}

/**
 * Detects the format, gzipped or not. Moments become days of the time zone, which is UTC for a
 * list of days alone. Synchronous, so requests use the list parser's worker. Throws `ListRefused`.
 */
export function parseList(bytes: Uint8Array, timeZone = "UTC"): ParsedList {
  const list = parseText(decode(unpack(bytes)), timeZone);
  if (list === null) throw new ListRefused("list.unknownFormat");
  if (list.entries.length > MAX_ENTRIES)
    throw new ListRefused({ key: "list.tooManyEntries", values: { max: MAX_ENTRIES } });
  return list;
}

function unpack(bytes: Uint8Array): Uint8Array {
  const tooLarge = () =>
    new ListRefused({ key: "list.tooLarge", values: { limit: MAX_LIST_BYTES } }, true);
  if (bytes.byteLength > MAX_LIST_BYTES) throw tooLarge();
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_LIST_BYTES });
  } catch (error) {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new ListRefused("list.gzipDamaged");
  }
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * UTF-8, or UTF-16 with a byte order mark ("Unicode text" of spreadsheets); else the encoding that
 * XML declares, or Windows-1252, in which spreadsheets write CSV.
 */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return (
    decodeStrictly(bytes, "utf-8") ??
    decodeStrictly(bytes, declaredEncoding(bytes)) ??
    decodeWindows1252(bytes)
  );
}

/** Returns null where the bytes are not in the encoding, or there is none of the name. */
function decodeStrictly(bytes: Uint8Array, name: string): string | null {
  try {
    const decoder = new TextDecoder(name, { fatal: true });
    // The label may mean ISO 8859-1, whose quotation marks Node reads as control characters.
    return decoder.encoding === "windows-1252" ? null : decoder.decode(bytes);
  } catch {
    return null;
  }
}

const MAX_DECLARATION_BYTES = 200;

/** The name in the first line of XML; empty without one. */
function declaredEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString("latin1");
  return /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/i.exec(head)?.[1] ?? "";
}

function parseText(text: string, timeZone: string): ParsedList | null {
  const [first = ""] = /\S/.exec(text) ?? [];
  if (first === "<") return toList("mal-xml", parseMalXml(text));
  if (first !== "{" && first !== "[")
    return toList("simkl-csv", parseSimklCsv(text, timeZone)) ?? toList("csv", parseOwnCsv(text));
  const value = parseJson(text);
  return (
    toList("anilist", parseAniList(value)) ??
    toList("kitsu", parseKitsu(value, timeZone)) ??
    toList("simkl", parseSimklJson(value, timeZone)) ??
    toList("json", parseOwnJson(value), () => parseHistory(value))
  );
}

function toList(
  format: ListFormat,
  entries: ImportedEntry[] | null,
  readHistory: () => ParsedHistory = () => NO_HISTORY,
): ParsedList | null {
  return entries === null ? null : { format, entries, history: readHistory() };
}
