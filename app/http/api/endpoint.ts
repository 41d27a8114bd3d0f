import type { z } from "zod";
import type { TokenScope } from "~/features/accounts/tokens/token-scopes";
import type { RateLimitName } from "~/config/rate-limits";
import type { RouterContext } from "~/http/context";
import type { ErrorShape } from "~/http/response/error-response.server";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface EndpointInput {
  readonly request: Request;
  readonly url: URL;
  readonly context: RouterContext;
}

export interface ResponseDocs {
  description: string;
  schema?: z.ZodType;
  contentType?: string | readonly string[];
  /** Media types of text that `format` selects instead of JSON. */
  otherTypes?: readonly string[];
}

export interface Operation {
  summary: string;
  description?: string;
  tags: readonly string[];
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Null for bytes. */
  otherBodies?: Readonly<Record<string, z.ZodType | null>>;
  /** Success responses; errors are documented for all operations alike. */
  responses: Record<number, ResponseDocs>;
  /**
   * The scope that a personal access token needs. "public" ignores tokens; "anonymous" and
   * "session", the default, refuse them.
   */
  tokenScope?: TokenScope | "public" | "anonymous" | "session";
  rateLimit?: RateLimitName;
  /** Chooses another limit than `rateLimit` for some requests; null for the usual one. */
  chooseRateLimit?: (input: EndpointInput) => Promise<RateLimitName | null> | null;
  /** It bounds a client by itself, since it waits for other servers. */
  hasOwnSlots?: boolean;
  handle: (input: EndpointInput) => Response | Promise<Response>;
}

/** HEAD and OPTIONS are handled for every endpoint. */
export interface Endpoint {
  path: `/api/${string}`;
  errors?: ErrorShape;
  methods: Partial<Record<Method, Operation>>;
}
