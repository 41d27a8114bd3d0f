import type { z } from "zod";
import type { RateLimitName } from "~/config/rate-limits";
import type { RequestScope } from "~/http/context";
import type { ErrorShape } from "~/http/response/error-response.server";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What an operation's handler gets. `url` is the request's, parsed at the first look. */
export interface EndpointInput {
  readonly request: Request;
  readonly url: URL;
  readonly scope: RequestScope;
}

/** One documented answer: a JSON schema by zod, or another media type. */
export interface DocumentedAnswer {
  description: string;
  schema?: z.ZodType;
  contentType?: string;
}

/** One method of an endpoint: its documentation and its handler. */
export interface Operation {
  summary: string;
  description?: string;
  tags: readonly string[];
  /** Describes the query parameters; each key of the object is one parameter. */
  query?: z.ZodObject;
  /** Describes the JSON body. */
  body?: z.ZodType;
  /** The success answers. Errors are documented for every operation alike. */
  answers: Record<number, DocumentedAnswer>;
  /** The limiter around this operation. It counts before anything else happens. */
  rateLimit?: RateLimitName;
  handle(input: EndpointInput): Response | Promise<Response>;
}

/** One address of the JSON API with all its methods. HEAD and OPTIONS are answered for every endpoint. */
export interface Endpoint {
  path: `/api/${string}`;
  /** The wording of errors; `plain` unless the specification says otherwise. */
  errors?: ErrorShape;
  methods: Partial<Record<Method, Operation>>;
}
