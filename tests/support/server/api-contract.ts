import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "~/http/api/open-api";
import { endpoints } from "~/routes/api/endpoints.server";

interface DocumentedResponse {
  content?: Record<string, { schema?: object }>;
}
interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>;
}

// What the service itself serves at /api/openapi.json, through the text that a client would read.
const contract = JSON.parse(
  JSON.stringify(openApiDocument(endpoints, "http://akari.test")),
) as OpenApi;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const validators = new Map<object, ValidateFunction>();

/** What was answered, as a client saw it. */
export interface SeenAnswer {
  method: string;
  path: string;
  status: number;
  contentType: string | null;
  text: string;
}

/**
 * Holds an answer of the API against the OpenAPI document. Throws when the document lacks the address, the method or the status, or describes
 * another body: every integration test that calls the API is a test of the document too.
 */
export function holdAgainstContract(answer: SeenAnswer): void {
  const pathname = new URL(answer.path, "http://akari.test").pathname;
  if (
    !pathname.startsWith("/api/") ||
    answer.status === 404 ||
    answer.status === 405 ||
    answer.method === "OPTIONS"
  )
    return;
  const where = `${answer.method} ${pathname} → ${answer.status}`;
  const operation =
    contract.paths[pathname.replace(/\/$/, "")]?.[
      answer.method === "HEAD" ? "get" : answer.method.toLowerCase()
    ];
  if (operation === undefined) throw new Error(`The OpenAPI document lacks ${where}`);
  if (answer.method === "HEAD" || answer.status === 304) return;
  const documented =
    operation.responses[String(answer.status)] ??
    (answer.status >= 400 ? operation.responses["default"] : undefined);
  if (documented === undefined)
    throw new Error(`The OpenAPI document lacks the status of ${where}`);
  const schema = documented.content?.["application/json"]?.schema;
  if (schema === undefined || !(answer.contentType ?? "").startsWith("application/json")) return;
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  if (!validate(JSON.parse(answer.text))) {
    throw new Error(
      `The answer of ${where} is not what the OpenAPI document says: ${ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`,
    );
  }
}
