import type { z } from "zod";
import type { TokenScope } from "~/features/accounts/tokens/token-scopes";
import type { RateLimitName } from "~/config/rate-limits";
import type { RouterContext } from "~/http/context";
import type { ErrorShape } from "~/http/response/error-response.server";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `url` is parsed on first access. */
export interface EndpointInput {
  readonly request: Request;
  readonly url: URL;
  readonly context: RouterContext;
}

/** A zod schema for JSON, or other media types. */
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
  /** The JSON body. */
  body?: z.ZodType;
  /** Bodies of other media types; null for bytes. */
  otherBodies?: Readonly<Record<string, z.ZodType | null>>;
  /** Success responses; errors are documented for all operations alike. */
  responses: Record<number, ResponseDocs>;
  /**
   * The scope that a personal access token needs, where a session is enough too. "public" needs
   * neither and ignores tokens; "anonymous" and "session", which is the default, refuse them.
   */
  tokenScope?: TokenScope | "public" | "anonymous" | "session";
  /** Consumed before anything else. */
  rateLimit?: RateLimitName;
  /** It waits for other servers and bounds a client by itself. */
  hasOwnSlots?: boolean;
  handle: (input: EndpointInput) => Response | Promise<Response>;
}

/** A path of the JSON API. HEAD and OPTIONS are handled for every endpoint. */
export interface Endpoint {
  path: `/api/${string}`;
  /** Default `plain`. */
  errors?: ErrorShape;
  methods: Partial<Record<Method, Operation>>;
}
