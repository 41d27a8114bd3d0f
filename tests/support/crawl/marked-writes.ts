import { expect } from "vitest";
import { visit, type CrawlViewer, type Visit } from "./crawl-site";
import { endpointRequests, type ValuesByName } from "./endpoint-requests";
import { listFile } from "./marked-accounts";
import { valuesFor, type CrawledTitles } from "./marked-requests";
import { COMMON_WORD, FIRST_MARKED } from "./marked-titles";

/** Ends the session or the account, or redirects to another server. */
const ENDS_THE_SESSION = /signout|\/api\/user\/(?:account|sessions)|\/api\/auth\/|tokens/;

/** Forms that end the session, or belong to signing in. */
const LEAVES =
  /^(?:https?:|\/(?:api\/auth|sign(?:in|out)\b|signup$|forgot|reset|confirm|profiles))/;

const LIST_FORMS: Record<string, string>[] = [
  { intent: "put", animeId: String(FIRST_MARKED), type: "Completed" },
  { intent: "put", animeId: String(FIRST_MARKED), type: "Completed" },
  { intent: "put", animeId: String(FIRST_MARKED), type: "Watching" },
  { intent: "remove", animeId: String(FIRST_MARKED) },
  { intent: "remove", animeId: String(FIRST_MARKED) },
  { intent: "state", animeId: String(FIRST_MARKED), state: "watching" },
  { intent: "seen", animeId: String(FIRST_MARKED), by: "1" },
  { intent: "rate", animeId: String(FIRST_MARKED), score: "8" },
  { intent: "bulk", animeIds: String(FIRST_MARKED), state: "paused" },
];

/** Form posts of the controlled user's pages, and writes to every endpoint. */
export async function writeEverywhere(
  viewer: CrawlViewer,
  titles: CrawledTitles,
  values: ValuesByName = valuesFor(titles),
): Promise<Visit[]> {
  const { listed } = titles;
  const form = (path: string, fields: Record<string, string | Blob>): Promise<Visit> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return visit(viewer, path, { method: "POST", body });
  };
  const id = String(FIRST_MARKED);
  const file = new Blob([listFile(listed)], { type: "application/xml" });
  const visits: Visit[] = [];
  for (const page of ["/list", "/list.data", "/anime/1001", "/anime/1001.data"])
    for (const fields of LIST_FORMS) {
      visits.push(await form(page, fields));
      // The message comes with the next page, without scripts.
      visits.push(await visit(viewer, page));
    }
  const preview = await form("/list/import", { policy: "replace", file });
  const packed = /name="packed" value="([^"]+)"/.exec(preview.text)?.[1] ?? "";
  expect(packed).not.toBe("");
  visits.push(
    preview,
    await form("/list/import.data", { policy: "replace", file }),
    await form("/list/import", { policy: "replace", packed }),
    await visit(viewer, "/list/import?done=1"),
    await form("/signup/tastes", { find: "favorite_animes", find_favorite_animes: COMMON_WORD }),
    await form("/signup/tastes", {
      find: "watched_animes",
      find_watched_animes: COMMON_WORD,
      favorite_animes: id,
    }),
    await form("/signup/tastes", { save: "tastes", favorite_animes: id, favorite_genres: "Drama" }),
    await form("/history", { intent: "track", track: "on" }),
    ...(await favorEverything(viewer, form)),
  );
  visits.push(...(await callWrites(viewer, values)));
  for (const format of ["application/xml", "multipart/form-data"])
    for (const query of ["", "?dryRun=true", "?policy=replace"]) {
      const path = `/api/user/watchList/import${query}`;
      visits.push(
        format === "multipart/form-data"
          ? await form(path, { file })
          : await visit(viewer, path, {
              method: "POST",
              headers: { "content-type": format },
              body: listFile(listed),
            }),
      );
    }
  return visits;
}

/** Every write of the API, deletes last. */
export async function callWrites(viewer: CrawlViewer, values: ValuesByName): Promise<Visit[]> {
  const writes = endpointRequests(values).filter(
    ({ method, path }) => method !== "GET" && !ENDS_THE_SESSION.test(path),
  );
  const order = ["POST", "PATCH", "PUT", "DELETE"];
  const visits: Visit[] = [];
  for (const { method, path, body } of writes.toSorted(
    (one, another) => order.indexOf(one.method) - order.indexOf(another.method),
  ))
    visits.push(await visit(viewer, path, jsonRequest(method, body)));
  return visits;
}

function jsonRequest(method: string, body: unknown): RequestInit {
  return {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function favorEverything(
  viewer: CrawlViewer,
  form: (path: string, fields: Record<string, string>) => Promise<Visit>,
): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const page of ["character/1001", `character/${FIRST_MARKED}`, `person/${FIRST_MARKED}`])
    for (const favorite of ["add", "remove"]) visits.push(await form(`/${page}/any`, { favorite }));
  for (const method of ["POST", "DELETE"])
    for (const type of ["character", "person"]) {
      const init = jsonRequest(method, { type, id: FIRST_MARKED });
      visits.push(await visit(viewer, "/api/user/favorites", init));
    }
  return visits;
}

/** Sends each form of pages that opened as it is shown, with each of its buttons. */
export async function submitForms(viewer: CrawlViewer, pages: readonly Visit[]): Promise<Visit[]> {
  const sent = new Set<string>();
  const visits: Visit[] = [];
  for (const { request, text } of pages.filter(({ status }) => status === 200))
    for (const [, start = "", content = ""] of text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
      const target = attributeOf(start, "action") ?? request.replace(/^\w+ /, "");
      if (!/method="post"/i.test(start) || LEAVES.test(target)) continue;
      const fields = fieldsOf(content, /<(?:input|textarea|option)\b[^>]*>/g);
      const buttons = fieldsOf(content, /<button\b[^>]*>/g);
      // One form is on every page, and a page has one for each of its titles.
      const [place = ""] = target.replaceAll(/\d+/g, "#").split("?", 1);
      const names = fields.map(([name]) => name).join();
      for (const button of buttons.length === 0 ? [[]] : buttons.map((pair) => [pair])) {
        const key = `${place} ${names} ${button.join()}`;
        if (sent.has(key)) continue;
        sent.add(key);
        const body = new URLSearchParams([...fields, ...button]);
        visits.push(await visit(viewer, target, { method: "POST", body }));
      }
    }
  return visits;
}

const attributeOf = (tag: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");

function fieldsOf(content: string, tags: RegExp): [string, string][] {
  return [...content.matchAll(tags)].flatMap(([tag]): [string, string][] => {
    const name = attributeOf(tag, "name");
    const isOff = /type="(?:checkbox|radio|file)"/.test(tag) && !/\bchecked\b/.test(tag);
    return name === undefined || isOff ? [] : [[name, attributeOf(tag, "value") ?? ""]];
  });
}
