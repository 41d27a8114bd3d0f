export type PageMark = number | "gap";

/** A gap never hides a single page. */
export function pageNumbers(current: number, last: number): PageMark[] {
  const wanted = [1, current - 1, current, current + 1, last].filter(
    (page) => page >= 1 && page <= last,
  );
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index): PageMark[] => {
    const before = pages[index - 1];
    if (before === undefined || page - before === 1) return [page];
    return page - before === 2 ? [page - 1, page] : ["gap", page];
  });
}
