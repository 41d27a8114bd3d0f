import { href } from "react-router";
import { cachedText } from "./cached-text.server";
import type { Route } from "./+types/robots";
import { pageRoutesContext } from "~/http/pages/page-routes";

/** URLs that are not pages, beside the personal pages. */
const DISALLOWED = ["/api/", href("/random"), href("/visitor")];

export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return cachedText(request, context, {
    name: "robots",
    contentType: "text/plain; charset=utf-8",
    render: (origin) =>
      [
        "User-agent: *",
        ...[...DISALLOWED, ...context.get(pageRoutesContext).personal].map(
          (path) => `Disallow: ${path}`,
        ),
        "",
        `Sitemap: ${origin}/sitemap.xml`,
        "",
      ].join("\n"),
  });
}
