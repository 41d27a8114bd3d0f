import type { MediaPathName } from "~/features/library/names/media-path";
import { splitSeason } from "~/features/library/names/season";
import { normaliseTitle } from "~/features/search/text/normalise-title";

const MAX_KEY_LENGTH = 600;

/**
 * Files with the same key belong to one series: those of a folder whose names have the same title,
 * season and kind. They share one decision.
 */
export function fileGroupKey(path: string, name: MediaPathName): string {
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
  const { base } = splitSeason(name.titles[0] ?? "");
  const title = normaliseTitle(base).strict;
  const season = name.season === null ? "" : ` s${name.season}`;
  const part = name.part === null ? "" : ` p${name.part}`;
  const kind = name.kind === "episode" ? "" : ` ${name.kind}`;
  return `${folder} | ${title}${season}${part}${kind}`.slice(0, MAX_KEY_LENGTH);
}
