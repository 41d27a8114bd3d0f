/** A count with separators, as `1,062,542`. */
export function countInWords(count: number): string {
  return count.toLocaleString("en");
}
