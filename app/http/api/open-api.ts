import { z } from "zod";
import type { Endpoint, Operation } from "./endpoint";

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

/** The OpenAPI 3.1 document, generated from the table that dispatches requests. */
export function openApiDocument(endpoints: readonly Endpoint[], origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const errors = toJsonSchema(endpoint.errors === "nested" ? nestedErrorSchema : errorSchema);
    paths[endpoint.path] = Object.fromEntries(
      Object.entries(endpoint.methods).map(([method, operation]) => [
        method.toLowerCase(),
        describeOperation(operation, `${method.toLowerCase()} ${endpoint.path}`, errors),
      ]),
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Akari",
      version: "1",
      description:
        "Discover anime, keep watch lists and stream episodes. Sessions are cookies: send credentials with every request.",
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url: origin }],
    paths,
  };
}

function describeOperation(operation: Operation, key: string, errors: Json): Json {
  return {
    operationId: key.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: operation.tags,
    ...(operation.query === undefined ? {} : { parameters: parameters(operation.query) }),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: toJsonSchema(operation.body, "input") } },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          {
            description: response.description,
            ...(response.schema === undefined && response.contentType === undefined
              ? {}
              : {
                  content: {
                    [response.contentType ?? "application/json"]:
                      response.schema === undefined
                        ? {}
                        : { schema: toJsonSchema(response.schema) },
                  },
                }),
          },
        ]),
      ),
      default: {
        description: "An error, in words.",
        content: { "application/json": { schema: errors } },
      },
    },
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
