import { href } from "react-router";
import { withQuery } from "~/ui/with-query";

/** The path of a page of open or declined wishes. */
export function wishesPath({ isDeclined, page }: { isDeclined: boolean; page: number }): string {
  return withQuery(href("/admin/wishes"), {
    ...(isDeclined ? { state: "declined" } : {}),
    ...(page === 1 ? {} : { page: String(page) }),
  });
}
