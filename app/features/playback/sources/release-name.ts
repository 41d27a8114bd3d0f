/** The parts of a media file's row that tell its release. */
interface ReleasedFile {
  path: string;
  releaseGroup: string | null;
  version: number;
}

const SOURCES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["BD", /(?<![\p{L}\p{N}])(?:blu-?ray|b[dr](?:-?(?:rip|remux|mv))?)(?![\p{L}\p{N}])/iu],
  ["WEB", /(?<![\p{L}\p{N}])web(?:-?(?:dl|rip))?(?![\p{L}\p{N}])/iu],
  ["DVD", /(?<![\p{L}\p{N}])dvd(?:-?(?:rip|iso|\d))?(?![\p{L}\p{N}])/iu],
  ["TV", /(?<![\p{L}\p{N}])(?:hd-?tv|tv-?rip)(?:-?rip)?(?![\p{L}\p{N}])/iu],
];
/** Scene names end in it, after the codec. */
const LAST_GROUP =
  /(?:[xh][. ]?26[45]|hevc|avc|av1|aac|flac|opus|\d)-(?!e?\d+$)([a-z0-9]{2,30})$/iu;

/** Words that tell releases of one episode apart, as `Group WEB v2`; null without any. */
export function releaseName({ path, releaseGroup, version }: ReleasedFile): string | null {
  const stem = (path.split("/").at(-1) ?? "").replace(/\.[a-z0-9]{2,4}$/iu, "");
  const group = releaseGroup ?? LAST_GROUP.exec(stem)?.[1] ?? null;
  // A folder often has the source of all its files.
  const source = [stem, path].flatMap(
    (text) => SOURCES.find(([, pattern]) => pattern.test(text))?.[0] ?? [],
  )[0];
  const parts = [group, source, version > 1 ? `v${version}` : null];
  return parts.filter((part) => part !== null && part !== undefined).join(" ") || null;
}
