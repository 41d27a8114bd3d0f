import { akariVersion } from "~/config/version";
import { z } from "zod";
import { TOKEN_SCOPES } from "~/features/accounts/tokens/token-scopes";
import type { ErrorShape } from "~/http/response/error-response.server";
import { cookieName } from "~/http/session/session-cookie.server";
import type { ApiRoute } from "./api-routes.server";
import type { Operation, ResponseDocs } from "./endpoint";
import { ERROR_REASONS } from "~/errors/app-error";
import { bodyExample, parameterExample } from "./request-examples";
import { needsSession } from "./with-session";

type Json = Record<string, unknown>;

const errorSchema = z.object({
  error: z.string(),
  status: z.int(),
  retryAfter: z.int().optional(),
  code: z.enum(ERROR_REASONS).optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
const nestedErrorSchema = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum(["rate_limit", "database", "validation"]),
    statusCode: z.int(),
  }),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

const SESSION_SCHEME = "session";
const TOKEN_SCHEME = "token";
const WEBHOOK_TAG = "Webhooks";
const TAG_DESCRIPTIONS: Record<string, string> = {
  Account: "Sign up, sign in, sessions, tokens and the account's data.",
  Catalog: "Find and read titles.",
  Episodes: "Episodes of a title and their streams.",
  Favorites: "A user's favorite characters, people and studios.",
  Media: "Convert images.",
  Playback: "Positions and watched episodes.",
  Preferences: "A user's settings.",
  Profile: "A user's profile and its images.",
  "Search history": "A user's searches.",
  Streaming: "Relay playlists and segments.",
  System: "The API itself.",
  "Watch list": "A user's list: entries, history, import and export.",
  [WEBHOOK_TAG]: "What the site sends to programs, signed as Standard Webhooks specifies.",
};
/** The headers of Standard Webhooks, specification 1.0. */
const WEBHOOK_HEADERS: Record<string, string> = {
  "webhook-id": "The same at each attempt to send a message.",
  "webhook-timestamp": "The time of the attempt in seconds since 1970.",
  "webhook-signature":
    "`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; during a change of secrets two, apart by a space.",
};
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const ERROR_DESCRIPTIONS: Record<number, string> = {
  400: "The request is malformed or a field is invalid; `issues` names the fields.",
  401: "There is no valid session or token.",
  413: "The body is larger than the limit.",
  415: "The media type is not accepted.",
  429: "Too many requests; `Retry-After` has the seconds to wait.",
  500: "The request failed on the server.",
  503: "The server is busy; `Retry-After` has the seconds to wait.",
};
const STATUSES_WITH_RETRY = new Set([429, 503]);

/** A message that the site sends to programs. */
export interface Webhook {
  name: string;
  summary: string;
  description: string;
  body: z.ZodType;
  example: unknown;
}

interface DocumentOptions {
  origin: string;
  webhooks: readonly Webhook[];
  /** Makes a public read one for the signed-in user. */
  personalParameter: string;
}

/** Describes the endpoints that the routes have, and what is sent to programs. */
export function openApiDocument(
  routes: readonly ApiRoute[],
  { origin, webhooks, personalParameter }: DocumentOptions,
): Json {
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  const schemas = new Schemas();
  for (const { path, endpoint } of routes) {
    paths[path] = Object.fromEntries(
      Object.entries(endpoint.methods).map(([method, operation]) => {
        for (const tag of operation.tags) tags.add(tag);
        return [
          method.toLowerCase(),
          describeOperation(operation, `${method.toLowerCase()} ${path}`, schemas, {
            shape: endpoint.errors,
            takesSession: takes(operation, personalParameter),
          }),
        ];
      }),
    );
  }
  const sent = Object.fromEntries(
    webhooks.map((webhook) => [webhook.name, { post: describeWebhook(webhook, schemas) }]),
  );
  tags.add(WEBHOOK_TAG);
  return {
    openapi: "3.1.0",
    info: {
      title: "Akari",
      version: akariVersion().version,
      description:
        "Discover anime, keep watch lists and stream episodes. Sessions are cookies: send credentials with every request. Programs send a personal access token.",
      contact: { name: "The operator of this site", url: origin },
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url: origin }],
    tags: [...tags]
      .sort()
      .map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? `${name}.` })),
    paths,
    webhooks: sent,
    components: {
      schemas: {
        Error: schemas.render(errorSchema),
        ListingError: schemas.render(nestedErrorSchema),
        ...schemas.named,
      },
      responses: usedResponses(paths, { ...errorResponses("plain"), ...errorResponses("nested") }),
      securitySchemes: {
        [SESSION_SCHEME]: {
          type: "apiKey",
          in: "cookie",
          name: cookieName(origin.startsWith("https:")),
          description: "The cookie that a sign-in or a sign-up sets.",
        },
        [TOKEN_SCHEME]: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "akari_…",
          description: `A personal access token. Scopes: ${TOKEN_SCOPES.join(", ")}.`,
        },
      },
    },
  };
}

function errorResponses(shape: ErrorShape): Record<string, Json> {
  const schema = { $ref: `#/components/schemas/${shape === "nested" ? "ListingError" : "Error"}` };
  return Object.fromEntries(
    Object.entries(ERROR_DESCRIPTIONS).map(([status, description]) => [
      errorName(Number(status), shape),
      {
        description,
        ...(STATUSES_WITH_RETRY.has(Number(status))
          ? { headers: { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } } }
          : {}),
        content: { "application/json": { schema } },
      },
    ]),
  );
}

function usedResponses(paths: Json, responses: Record<string, Json>): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
  );
}

function errorName(status: number, shape: ErrorShape): string {
  return `${shape === "nested" ? "Listing" : ""}Error${status}`;
}

function describeOperation(
  operation: Operation,
  key: string,
  schemas: Schemas,
  { shape = "plain", takesSession }: { shape?: ErrorShape | undefined; takesSession: boolean },
): Json {
  const isPrivate = needsSession(operation);
  const hasBody = operation.body !== undefined || operation.otherBodies !== undefined;
  const statuses = [
    400,
    ...(isPrivate || acceptsTokens(operation) || takesSession || operation.isProxy === true
      ? [401]
      : []),
    ...(hasBody ? [413, 415] : []),
    ...(operation.rateLimit === undefined ? [] : [429]),
    500,
    503,
  ];
  return {
    operationId: operationId(key),
    summary: operation.summary,
    description: describe(operation),
    tags: operation.tags,
    security: securityOf(operation, isPrivate, takesSession),
    ...(operation.query === undefined
      ? {}
      : { parameters: parameters(operation.query, key, schemas) }),
    ...(hasBody
      ? { requestBody: { required: true, content: bodies(operation, key, schemas) } }
      : {}),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { $ref: `#/components/responses/${errorName(status, shape)}` },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          { description: response.description, ...content(response, schemas) },
        ]),
      ),
      default: {
        description: "Another error.",
        content: {
          "application/json": {
            schema: {
              $ref: `#/components/schemas/${shape === "nested" ? "ListingError" : "Error"}`,
            },
          },
        },
      },
    },
  };
}

function describeWebhook(
  { name, summary, description, body, example }: Webhook,
  schemas: Schemas,
): Json {
  return {
    operationId: operationId(`webhook ${name}`),
    summary,
    description,
    tags: [WEBHOOK_TAG],
    security: [],
    parameters: Object.entries(WEBHOOK_HEADERS).map(([header, text]) => ({
      ...{ name: header, in: "header", required: true, description: text },
      schema: { type: "string" },
    })),
    requestBody: {
      required: true,
      // A schema of input lets receivers accept fields that are added later.
      content: { "application/json": { schema: schemas.render(body, "input"), example } },
    },
    responses: {
      200: { description: "Accepted, as any 2xx status says." },
      410: { description: "Ends the webhook. Another status has the message sent again." },
    },
  };
}

function operationId(key: string): string {
  return key.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function takes({ query }: Operation, parameter: string): boolean {
  return query !== undefined && parameter in query.shape;
}

function securityOf(operation: Operation, isPrivate: boolean, takesSession: boolean): Json[] {
  if (takesSession) return [{}, { [SESSION_SCHEME]: [] }, { [TOKEN_SCHEME]: [] }];
  const scopes = [operation.tokenScope];
  const alternatives: Json[] = isPrivate ? [{ [SESSION_SCHEME]: [] }] : [];
  if (!acceptsTokens(operation)) return alternatives;
  return [...(isPrivate ? alternatives : [{}]), { [TOKEN_SCHEME]: scopes }];
}

function acceptsTokens({ tokenScope }: Operation): boolean {
  return TOKEN_SCOPES.some((scope) => scope === tokenScope);
}

/** Adds the scope to the description, since readers may not look under `security`. */
function describe(operation: Operation): string {
  const scope = acceptsTokens(operation)
    ? `Tokens need the scope \`${String(operation.tokenScope)}\`.`
    : undefined;
  return [operation.description ?? `${operation.summary}.`, scope].filter(Boolean).join(" ");
}

function bodies(
  { body, otherBodies = {}, responses }: Operation,
  key: string,
  schemas: Schemas,
): Json {
  const media: Record<string, Json> = {};
  if (body !== undefined) {
    const schema = schemas.render(body, "input");
    for (const type of ["application/json", ...(302 in responses ? FORM_TYPES : [])])
      media[type] = { schema };
  }
  for (const [type, schema] of Object.entries(otherBodies))
    media[type] = schema === null ? {} : { schema: schemas.render(schema, "input") };
  const example = bodyExample(key);
  if (media["application/json"] !== undefined && example !== undefined)
    media["application/json"]["example"] = example;
  return media;
}

function content({ schema, contentType, otherTypes = [] }: ResponseDocs, schemas: Schemas): Json {
  if (schema === undefined && contentType === undefined) return {};
  const types = contentType === undefined ? ["application/json"] : [contentType].flat();
  const json = schema === undefined ? {} : { schema: schemas.render(schema) };
  return {
    content: Object.fromEntries([
      ...types.map((type) => [type, json]),
      ...otherTypes.map((type) => [type, { schema: { type: "string" } }]),
    ]) as Json,
  };
}

function parameters(query: z.ZodObject, key: string, schemas: Schemas): Json[] {
  const schema = schemas.render(query, "input");
  const required = new Set((schema["required"] as string[] | undefined) ?? []);
  return Object.entries((schema["properties"] as Record<string, Json> | undefined) ?? {}).map(
    ([name, property]) => {
      const { description, ...rest } = property;
      const isRequired = required.has(name);
      return {
        name,
        in: "query",
        required: isRequired,
        ...(isRequired ? { example: parameterExample(key, name) } : {}),
        ...(description === undefined ? {} : { description }),
        ...(rest["type"] === "array" ? { style: "form", explode: false } : {}),
        schema: rest,
      };
    },
  );
}

class Schemas {
  readonly named: Record<string, Json> = {};

  render(schema: z.ZodType, io: "input" | "output" = "output"): Json {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      unrepresentable: "any",
    }) as Json;
    for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
      this.named[id] = refer(definition);
    return refer(json);
  }
}

function refer({ id: _, ...json }: Json): Json {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
