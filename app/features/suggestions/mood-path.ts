import { href } from "react-router";
import { MOOD_NAMES, type Mood } from "./mood";
import { withQuery } from "~/ui/with-query";

/** The page's path with the chosen moods and, from the second page on, its number. */
export function moodPath(mood: Mood, page = 1): string {
  const parameters = new URLSearchParams();
  for (const name of MOOD_NAMES) {
    const choice = mood[name];
    if (choice !== undefined) parameters.set(name, choice);
  }
  if (page > 1) parameters.set("page", String(page));
  return withQuery(href("/discover"), parameters);
}
