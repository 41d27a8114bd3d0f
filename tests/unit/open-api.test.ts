import * as redocly from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { noticeText } from "~/features/notifications/inbox/notice-text";
import { serverI18n } from "~/i18n/i18n.server";
import { WEBHOOK_KINDS } from "~/features/notifications/notification-kinds";
import { bodyExample } from "~/http/api/request-examples";
import { validateMessage } from "../support/server/api-contract";
import { apiOperations } from "../support/server/api-routes";
import { openApiText } from "../support/server/open-api-text";

interface Media {
  example?: unknown;
  schema?: { type?: string | string[]; anyOf?: unknown[]; enum?: unknown[]; $ref?: string };
}
interface Documented {
  requestBody?: { content: Record<string, Media> };
  parameters?: {
    name: string;
    required?: boolean;
    example?: unknown;
    description?: string;
    schema: Media["schema"];
  }[];
  responses: Record<string, { content?: Record<string, Media> }>;
}

const text = openApiText("https://akari.example");
const { paths, components, webhooks } = JSON.parse(text) as {
  webhooks: Record<string, { post: Documented }>;
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

it("has no findings of Redocly's strict rules", async () => {
  const problems = await redocly.lintFromString({
    source: text,
    config: await redocly.createConfig({ extends: ["recommended-strict"] }),
  });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

it("gives numbers a numeric type", () => {
  const numeric = /^(?:page|page_number|limit|limit_count|year|animeId|mal_id|id|ep|w|q)$/;
  const texts = new Set(["q on /api/animes/suggest", "q on /api/suggest"]);
  const wrong = operations.flatMap(({ name, operation }) =>
    (operation.parameters ?? [])
      .filter((parameter) => numeric.test(parameter.name))
      .filter(({ schema }) => schema?.type !== "integer" && !("format" in (schema ?? {})))
      .map((parameter) => `${parameter.name} on ${name.replace(/^\w+ /, "")}`)
      .filter((parameter) => !texts.has(parameter)),
  );
  expect(wrong).toEqual([]);
});

it("documents the forms that browsers post and the files that programs send", () => {
  const typesOf = (method: string, path: string) =>
    Object.keys(paths[path]?.[method]?.requestBody?.content ?? {});
  expect(typesOf("post", "/api/auth/signin")).toEqual([
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ]);
  expect(typesOf("post", "/api/user/watchlist/import")).toEqual([
    "multipart/form-data",
    "application/xml",
    "application/json",
    "text/csv",
    "application/gzip",
  ]);
  expect(
    Object.keys(paths["/api/user/watchlist/export"]?.["get"]?.responses["200"]?.content ?? {}),
  ).toEqual(["application/json", "application/xml", "text/csv"]);
});

it("names the records that several responses share", () => {
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(["Anime", "Episode", "Error", "PageMeta", "WatchListEntry"]),
  );
  const listing = JSON.stringify(paths["/api/animes/full"]?.["get"]?.responses["200"]);
  expect(listing).toContain("#/components/schemas/Anime");
});

it("has an example of each required parameter and of each JSON body, which its schema accepts", () => {
  const missing = operations.flatMap(({ name, operation }) => [
    ...(operation.parameters ?? [])
      .filter(({ required, example }) => required === true && example === undefined)
      .map((parameter) => `${name}: ${parameter.name}`),
    ...(operation.requestBody?.content["application/json"] !== undefined &&
    operation.requestBody.content["application/json"].example === undefined
      ? [`${name}: body`]
      : []),
  ]);
  expect(missing).toEqual([]);
  const refused = apiOperations.flatMap(({ method, path, operation: { body } }) => {
    const example = bodyExample(`${method} ${path}`);
    if (body === undefined || example === undefined) return [];
    const { error } = body.safeParse(example);
    return error === undefined ? [] : [`${method} ${path}: ${error.message}`];
  });
  expect(refused).toEqual([]);
});

it("has an example of each message to programs, which its schema accepts", () => {
  const examples = Object.entries(webhooks).map(([type, { post }]) => {
    const { example } = post.requestBody?.content["application/json"] ?? {};
    validateMessage(example);
    expect(() => validateMessage({ ...(example as object), data: {} })).toThrow(type);
    return example;
  });
  const types = [...WEBHOOK_KINDS, "channel.test"];
  expect(examples).toMatchObject(types.map((type) => ({ type })));
});

it("says in the examples of messages what the site says", () => {
  const i18n = serverI18n("en");
  for (const kind of WEBHOOK_KINDS) {
    const { example } = webhooks[kind]?.post.requestBody?.content["application/json"] ?? {};
    const { data } = example as { data: Record<string, unknown> };
    const { title = data["job"] ?? "", episodes = [], text: said } = data;
    const facts = { kind, episodes: episodes as number[], isOnly: false };
    expect(said).toBe(noticeText(i18n, facts, String(title)));
  }
});
