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
  /** Media types that `format` selects instead of JSON. */
  otherTypes?: readonly string[];
}

export type Handler = (input: EndpointInput) => Response | Promise<Response>;

export interface Operation {
  summary: string;
  description?: string;
  tags: readonly string[];
  query?: z.ZodObject;
  body?: z.ZodType;
  otherBodies?: Readonly<Record<string, z.ZodType | null>>;
  responses: Record<number, ResponseDocs>;
  /**
   * Says who may call it: anyone ("public"), a session or a token with this scope, the site's own
   * visitors without a token ("anonymous"), or a session alone ("session", the default).
   */
  tokenScope?: TokenScope | "public" | "anonymous" | "session";
  /**
   * Lets a child's session use an operation that is for sessions alone. New operations refuse
   * children by default, who may do what a token may.
   */
  isForChildren?: boolean;
  rateLimit?: RateLimitName;
  /** Overrides `rateLimit` unless null. */
  chooseRateLimit?: (input: EndpointInput) => Promise<RateLimitName | null> | null;
  hasOwnSlots?: boolean;
  /** Whether it fetches for clients, which `PROXIES` may limit to signed-in users. */
  isProxy?: boolean;
  /**
   * Returns a response whose bytes are in memory, which waits for no free slot of requests; else
   * null. For public reads.
   */
  ready?: (input: EndpointInput) => Response | null;
  handle: Handler;
}

/** What a route of the API does. Its path is in `app/routes.ts`. */
export interface Endpoint {
  errors?: ErrorShape;
  methods: Partial<Record<Method, Operation>>;
}
