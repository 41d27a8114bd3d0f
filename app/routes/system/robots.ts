import { requestContext } from "~/http/context";
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
  const { origin } = context.get(requestContext);
  return cachedText(request, context, {
    name: "robots",
    contentType: "text/plain; charset=utf-8",
    render: () =>
      [
        "User-agent: *",
        ...DISALLOWED.map((path) => `Disallow: ${path}`),
        "",
        `Sitemap: ${origin}/sitemap.xml`,
        "",
      ].join("\n"),
  });
}
