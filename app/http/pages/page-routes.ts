import { createContext } from "react-router";
import { routePath, type RouteTable } from "~/http/route-table";
import type { PageHandle } from "~/frame/page-handle";

/** What the site has to know about its pages without running them. */
export interface PageRoutes {
  /** Whether a page with `isShared` has this path. */
  isShared(pathname: string): boolean;
  /** Whether a route with `sendsFiles` has this path. */
  sendsFiles(pathname: string): boolean;
  /** Paths of pages that search engines may index, and that have one path only. */
  readonly indexed: readonly string[];
  /** Beginnings of personal pages' paths. */
  readonly personal: readonly string[];
}

export const pageRoutesContext = createContext<PageRoutes>();

/**
 * Reads the handles of all routes once. Throws if a layout without a path is personal, since the
 * path around it would be excluded.
 */
export function createPageRoutes(table: RouteTable): PageRoutes {
  const pages = Object.values(table).flatMap((route) => {
    if (route?.module.handle === undefined) return [];
    const handle = route.module.handle as PageHandle;
    if (handle.isPersonal && route.path === undefined && !route.index)
      throw new Error(
        `${route.id} has no path, so each page in it says itself that it is personal.`,
      );
    return [{ path: routePath(route.id, table), handle }];
  });
  const pathsWith = (has: (handle: PageHandle) => boolean | undefined) =>
    pages.filter(({ handle }) => has(handle)).map(({ path }) => path);
  const starts = pathsWith(({ isPersonal }) => isPersonal).map((path) => path.split(":")[0] ?? "");
  return {
    isShared: matcherOf(pathsWith(({ isShared }) => isShared)),
    sendsFiles: matcherOf(pathsWith(({ sendsFiles }) => sendsFiles)),
    indexed: pathsWith(({ canonicalQuery }) => canonicalQuery !== undefined).filter(
      (path) => !path.includes(":"),
    ),
    personal: starts
      .filter((path) => !starts.some((other) => other !== path && path.startsWith(other)))
      .sort(),
  };
}

function matcherOf(paths: readonly string[]): (pathname: string) => boolean {
  if (paths.length === 0) return () => false;
  const pattern = new RegExp(`^(?:${paths.map(toPattern).join("|")})/?$`);
  return (pathname) => pattern.test(pathname);
}

/**
 * React Router's path syntax: `:name`, `*` for the rest, and `?` for a segment that may be missing.
 */
function toPattern(path: string): string {
  return path
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => {
      if (segment === "*") return "/.*";
      const [, isParameter, name = "", isOptional] = /^(:?)(.*?)(\??)$/.exec(segment) ?? [];
      const text = isParameter ? "[^/]+" : name.replace(/[^\w-]/g, String.raw`\$&`);
      return isOptional ? `(?:/${text})?` : `/${text}`;
    })
    .join("");
}
