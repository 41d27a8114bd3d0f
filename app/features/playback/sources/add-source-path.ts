import { href } from "react-router";

/** The form that attaches a source, filled in with an episode. */
export function addSourcePath(animeId: number, episode: number): string {
  return `${href("/admin/sources")}?anime=${animeId}&episode=${episode}#add`;
}
