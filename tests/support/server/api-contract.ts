import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiText } from "./open-api-text";

interface Reference {
  $ref?: string;
}
interface DocumentedResponse extends Reference {
  content?: Record<string, { schema?: Reference }>;
}
interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>;
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: object }> } } }
  >;
  components: {
    responses: Record<string, DocumentedResponse>;
    schemas: Record<string, Reference>;
  };
}

const contract = JSON.parse(openApiText()) as OpenApi;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const validators = new Map<object, ValidateFunction>();

/** Schemas refer to the document's components. */
function compile(schema: object): ValidateFunction {
  return ajv.compile({ ...schema, components: contract.components });
}

/** A component of the document, or the object itself. */
function resolve<Component extends Reference>(
  object: Component | undefined,
  components: Record<string, Component>,
): Component | undefined {
  return object?.$ref === undefined ? object : components[object.$ref.split("/").at(-1) ?? ""];
}

export interface ObservedResponse {
  method: string;
  path: string;
  status: number;
  contentType: string | null;
  text: string;
}

/** Throws when the response's path, method, status or body is undocumented. */
export function validateAgainstContract(response: ObservedResponse): void {
  const pathname = new URL(response.path, "http://akari.test").pathname;
  if (
    !pathname.startsWith("/api/") ||
    response.status === 404 ||
    response.status === 405 ||
    response.method === "OPTIONS"
  )
    return;
  const where = `${response.method} ${pathname} → ${response.status}`;
  const operation =
    contract.paths[pathname.replace(/\/$/, "")]?.[
      response.method === "HEAD" ? "get" : response.method.toLowerCase()
    ];
  if (operation === undefined) throw new Error(`The OpenAPI document lacks ${where}`);
  if (response.method === "HEAD" || response.status === 304) return;
  const { responses, schemas } = contract.components;
  const documented = resolve(
    operation.responses[String(response.status)] ??
      (response.status >= 400 ? operation.responses["default"] : undefined),
    responses,
  );
  if (documented === undefined)
    throw new Error(`The OpenAPI document lacks the status of ${where}`);
  const schema = resolve(documented.content?.["application/json"]?.schema, schemas);
  if (schema === undefined || !(response.contentType ?? "").startsWith("application/json")) return;
  const validate = validators.get(schema) ?? compile(schema);
  validators.set(schema, validate);
  if (!validate(JSON.parse(response.text))) {
    throw new Error(
      `The response of ${where} is not what the OpenAPI document says: ${ajv.errorsText(validate.errors)}\n${response.text.slice(0, 500)}`,
    );
  }
}

/** Throws when a message to a program is not what the document says of its type. */
export function validateMessage(body: unknown): void {
  const { type } = body as { type: string };
  const schema = contract.webhooks[type]?.post.requestBody.content["application/json"]?.schema;
  if (schema === undefined) throw new Error(`The OpenAPI document lacks the message ${type}`);
  const validate = compile(schema);
  if (!validate(body)) throw new Error(`${type}: ${ajv.errorsText(validate.errors)}`);
}
