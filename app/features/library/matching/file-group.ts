import { createHash } from "node:crypto";
import type { MediaPathName } from "~/features/library/names/media-path";
import { splitSeason } from "~/features/library/names/season";
import { normaliseTitle } from "~/features/search/text/normalise-title";

const MAX_FOLDER_LENGTH = 400;
const MAX_TITLE_LENGTH = 200;
const SEPARATOR = " | ";

/**
 * Files with the same key belong to one series: those of a folder whose names have the same title,
 * season and kind. They share one decision. Both forms of Unicode are one folder.
 */
export function fileGroupKey(path: string, name: MediaPathName): string {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const { base } = splitSeason(name.titles[0] ?? "");
  const title = normaliseTitle(base).strict;
  const season = name.season === null ? "" : ` s${name.season}`;
  const part = name.part === null ? "" : ` p${name.part}`;
  const kind = name.kind === "episode" ? "" : ` ${name.kind}`;
  return [
    shorten(folder.normalize("NFC"), MAX_FOLDER_LENGTH),
    shorten(`${title}${season}${part}${kind}`, MAX_TITLE_LENGTH),
  ].join(SEPARATOR);
}

/** The part of a key that the names of the files gave it. */
export function groupTitle(key: string): string {
  return key.slice(key.lastIndexOf(SEPARATOR) + SEPARATOR.length);
}

/** Long texts with the same start stay apart by a hash. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const start = text.slice(0, max - hash.length - 1).replace(/\p{Surrogate}/gu, "");
  return `${start}…${hash}`;
}
