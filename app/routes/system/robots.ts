import { cachedText } from "./cached-text.server";
import type { Route } from "./+types/robots";

const DISALLOWED = [
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

export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return cachedText(request, context, {
    name: "robots",
    contentType: "text/plain; charset=utf-8",
    render: (origin) =>
      [
        "User-agent: *",
        ...DISALLOWED.map((path) => `Disallow: ${path}`),
        "",
        `Sitemap: ${origin}/sitemap.xml`,
        "",
      ].join("\n"),
  });
}
