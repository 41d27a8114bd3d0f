// A server build with one resource route for @react-router/serve: the listing's JSON from memory,
// compressed by serve.
/* global Response */
import { readFileSync } from "node:fs";

/** React Router re-encodes the query before a loader runs: `%20` becomes `+`. */
const addressOf = ({ pathname, searchParams }) => `${pathname}?${searchParams}`;
const bodies = new Map(
  Object.entries(JSON.parse(readFileSync(process.env.RESPONSES, "utf8"))).map(
    ([path, { json }]) => [addressOf(new URL(path, "http://localhost")), json],
  ),
);

function loader({ request }) {
  const body = bodies.get(addressOf(new URL(request.url)));
  if (body === undefined) return new Response("{}", { status: 404 });
  return new Response(body, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=7200, s-maxage=7200",
    },
  });
}

export const routes = {
  root: { id: "root", path: "", module: { default: () => null } },
  "routes/listing": {
    id: "routes/listing",
    parentId: "root",
    path: "api/animes/full",
    module: { loader },
  },
};
export const entry = { module: { default: () => new Response(null, { status: 404 }) } };
export const assets = { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" };
export const assetsBuildDirectory = "build/client";
export const publicPath = "/";
export const basename = "/";
export const future = {};
export const ssr = true;
export const isSpaMode = false;
export const prerender = [];
export const routeDiscovery = { mode: "initial" };
