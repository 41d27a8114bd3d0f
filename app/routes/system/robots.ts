import { scopeContext } from "~/http/context";
import { publicText } from "./public-text.server";
import type { Route } from "./+types/robots";

/** What is a person's own, what leads elsewhere, and what is for programs: nothing that a search could find again. */
const CLOSED = [
  "/api/",
  "/history",
  "/list",
  "/profile",
  "/random",
  "/settings",
  "/signin",
  "/signup",
  "/visitor",
  "/watch/",
];

/** `/robots.txt`. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const scope = context.get(scopeContext);
  return publicText(request, scope, {
    name: "robots",
    contentType: "text/plain; charset=utf-8",
    write: () =>
      [
        "User-agent: *",
        ...CLOSED.map((path) => `Disallow: ${path}`),
        "",
        `Sitemap: ${scope.origin}/sitemap.xml`,
        "",
      ].join("\n"),
  });
}
