import { escapeXml } from "~/features/catalog/sitemap/sitemap-xml";
import { cachedText } from "./cached-text.server";
import type { Route } from "./+types/open-search";

export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return cachedText(request, context, {
    name: "opensearch",
    contentType: "application/opensearchdescription+xml; charset=utf-8",
    render: (origin) => description(escapeXml(origin)),
  });
}

function description(origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Akari</ShortName>
  <Description>Search the anime catalog of this site</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${origin}/icons/icon-192.png</Image>
  <Url type="text/html" method="get" template="${origin}/browse?search_query={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${origin}/opensearch.xml"/>
</OpenSearchDescription>
`;
}
