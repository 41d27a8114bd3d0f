import { z } from "zod";
import { TOKEN_SCOPES } from "~/features/accounts/tokens/token-scopes";
import type { ErrorShape } from "~/http/response/error-response.server";
import { cookieName } from "~/http/session/session-cookie.server";
import type { Endpoint, Operation, ResponseDocs } from "./endpoint";
import { needsSession } from "./with-session";

type Json = Record<string, unknown>;

const errorSchema = z.object({
  error: z.string(),
  status: z.int(),
  retryAfter: z.int().optional(),
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
const ERROR_DESCRIPTIONS: Record<number, string> = {
  400: "The input is invalid; `issues` names the fields.",
  401: "There is no valid session.",
  413: "The body is larger than the limit.",
  415: "The media type is not accepted.",
  429: "Too many requests; `Retry-After` has the seconds to wait.",
  500: "The request failed on the server.",
  503: "The server is busy; `Retry-After` has the seconds to wait.",
};
const STATUSES_WITH_RETRY = new Set([429, 503]);

/** The OpenAPI 3.1 document, generated from the table that dispatches requests. */
export function openApiDocument(endpoints: readonly Endpoint[], origin: string): Json {
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  for (const endpoint of endpoints) {
    paths[endpoint.path] = Object.fromEntries(
      Object.entries(endpoint.methods).map(([method, operation]) => {
        for (const tag of operation.tags) tags.add(tag);
        return [
          method.toLowerCase(),
          describeOperation(operation, `${method.toLowerCase()} ${endpoint.path}`, endpoint.errors),
        ];
      }),
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Akari",
      version: "1",
      description:
        "Discover anime, keep watch lists and stream episodes. Sessions are cookies: send credentials with every request. Programs send a personal access token.",
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url: origin }],
    tags: [...tags].map((name) => ({ name, description: `${name}.` })),
    paths,
    components: {
      schemas: { Error: toJsonSchema(errorSchema), ListingError: toJsonSchema(nestedErrorSchema) },
      responses: {
        ...errorResponses("plain"),
        ...errorResponses("nested"),
      },
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

function errorName(status: number, shape: ErrorShape): string {
  return `${shape === "nested" ? "Listing" : ""}Error${status}`;
}

function describeOperation(operation: Operation, key: string, shape: ErrorShape = "plain"): Json {
  const isPrivate = needsSession(operation);
  const hasBody = operation.body !== undefined || operation.otherBodies !== undefined;
  const statuses = [
    ...(hasBody || operation.query !== undefined ? [400] : []),
    ...(isPrivate ? [401] : []),
    ...(hasBody ? [413, 415] : []),
    ...(operation.rateLimit === undefined ? [] : [429]),
    500,
    503,
  ];
  return {
    operationId: key.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: operation.tags,
    security: securityOf(operation, isPrivate),
    ...(operation.query === undefined ? {} : { parameters: parameters(operation.query) }),
    ...(hasBody ? { requestBody: { required: true, content: bodies(operation) } } : {}),
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
          { description: response.description, ...content(response) },
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

/** Alternatives, of which one is enough. */
function securityOf({ tokenScope }: Operation, isPrivate: boolean): Json[] {
  const alternatives: Json[] = isPrivate ? [{ [SESSION_SCHEME]: [] }] : [];
  if (!TOKEN_SCOPES.some((scope) => scope === tokenScope)) return alternatives;
  return [...(isPrivate ? alternatives : [{}]), { [TOKEN_SCHEME]: [tokenScope] }];
}

function bodies({ body, otherBodies = {} }: Operation): Json {
  const others: Json = {};
  for (const [type, schema] of Object.entries(otherBodies))
    others[type] = schema === null ? {} : { schema: toJsonSchema(schema, "input") };
  return {
    ...(body === undefined ? {} : { "application/json": { schema: toJsonSchema(body, "input") } }),
    ...others,
  };
}

function content({ schema, contentType }: ResponseDocs): Json {
  if (schema === undefined && contentType === undefined) return {};
  const types = contentType === undefined ? ["application/json"] : [contentType].flat();
  const isJson = (type: string) => type === "application/json" && schema !== undefined;
  return {
    content: Object.fromEntries(
      types.map((type) => [
        type,
        isJson(type) || types.length === 1
          ? schema === undefined
            ? {}
            : { schema: toJsonSchema(schema) }
          : {},
      ]),
    ),
  };
}

function parameters(query: z.ZodObject): Json[] {
  const schema = toJsonSchema(query, "input");
  const required = new Set((schema["required"] as string[] | undefined) ?? []);
  return Object.entries((schema["properties"] as Record<string, Json> | undefined) ?? {}).map(
    ([name, property]) => {
      const { description, ...rest } = property;
      return {
        name,
        in: "query",
        required: required.has(name),
        ...(description === undefined ? {} : { description }),
        // Lists are comma lists.
        ...(rest["type"] === "array" ? { style: "form", explode: false } : {}),
        schema: rest,
      };
    },
  );
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output" = "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  });
  return json;
}
