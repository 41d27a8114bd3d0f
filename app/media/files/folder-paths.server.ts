import { sep } from "node:path";

/** Whether a path is below a folder. Both are absolute, without links, `.` and `..`. */
export function isInside(folder: string, path: string): boolean {
  const start = folder.endsWith(sep) ? folder : folder + sep;
  return path.length > start.length && path.startsWith(start);
}

/** Whether two paths are the same, or one is below the other. */
export function overlap(one: string, other: string): boolean {
  return one === other || isInside(one, other) || isInside(other, one);
}
