import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";

interface CalendarOptions {
  fileName: string;
  headers: Readonly<Record<string, string>>;
}

/** iCalendar with an ETag. 304 and HEAD responses carry the Vary of the 200 (RFC 9110, 15.4.5). */
export function calendarResponse(
  request: Request,
  text: string,
  { fileName, headers: given }: CalendarOptions,
): Response {
  const headers = { ...given, etag: strongEtag(text), vary: "Accept-Encoding" };
  if (matchesEtag(request.headers.get("if-none-match"), headers.etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `inline; filename="${fileName}"`,
    },
  });
}
