import { href } from "react-router";

interface GuessedPath {
  to: string;
  /** Visitors go here where that differs. */
  visitorTo?: string;
  /** Parameters that have another name here. */
  renamed?: Readonly<Record<string, string>>;
}

const SIGN_OUT: GuessedPath = { to: `${href("/settings")}#sessions`, visitorTo: "/" };

/** Paths that users type because other sites have them. */
const GUESSED_PATHS: Readonly<Record<string, GuessedPath | undefined>> = {
  "/sign-up": { to: href("/signup") },
  "/register": { to: href("/signup") },
  "/sign-in": { to: href("/signin") },
  "/login": { to: href("/signin") },
  "/sign-out": SIGN_OUT,
  "/signout": SIGN_OUT,
  "/logout": SIGN_OUT,
  "/account": { to: href("/settings") },
  "/search": { to: href("/browse"), renamed: { q: "search_query" } },
  "/anime": { to: href("/browse") },
};

/** Returns where a guessed path leads, with its query, or null for any other path. */
export function findGuessedPath({
  pathname,
  search,
}: Pick<URL, "pathname" | "search">): { to: string; visitorTo: string } | null {
  const guessed = GUESSED_PATHS[pathname.toLowerCase().replace(/\/$/, "")];
  if (guessed === undefined) return null;
  const { to, visitorTo = to, renamed = {} } = guessed;
  const parameters = [...new URLSearchParams(search)];
  const query = new URLSearchParams(
    parameters.map(([name, value]) => [renamed[name] ?? name, value]),
  ).toString();
  const withQuery = (path: string) => {
    const { pathname: target, hash } = new URL(path, "http://own.invalid");
    return target + (query === "" ? "" : `?${query}`) + hash;
  };
  return { to: withQuery(to), visitorTo: withQuery(visitorTo) };
}
