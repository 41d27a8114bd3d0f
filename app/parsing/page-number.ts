/** Reads the number of a list's page, from 1. What is no number of at most five digits is 1. */
export function readPageNumber(parameters: URLSearchParams): number {
  const page = parameters.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}
