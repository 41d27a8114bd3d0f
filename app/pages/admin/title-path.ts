import { href } from "react-router";

/** The page on which a title is corrected. */
export function titleToEditPath(id: number): string {
  return href("/admin/titles/:id", { id: String(id) });
}
