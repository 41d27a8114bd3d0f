type ServiceMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ServiceRequest {
  /** Without one, POST with a body, else GET. */
  method?: ServiceMethod;
  headers?: Readonly<Record<string, string>>;
  body?: string | URLSearchParams;
  signal?: AbortSignal;
}

export interface ServiceResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Fetches from another service, within limits of time and bytes. Follows no redirect. Throws
 * `ServiceFetchError`.
 */
export type ServiceFetch = (url: URL, request?: ServiceRequest) => Promise<ServiceResponse>;

export interface ServiceFetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

/**
 * After `cut-off`, the service had begun to respond. `refused` by the rules of the guard, and
 * `busy` while too many requests leave this process.
 */
export type ServiceFetchFailure =
  | "unreachable"
  | "cut-off"
  | "timed-out"
  | "too-large"
  | "cancelled"
  | "refused"
  | "busy";

export class ServiceFetchError extends Error {
  override name = "ServiceFetchError";
  readonly kind: ServiceFetchFailure;

  constructor(kind: ServiceFetchFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export function methodOf({ method, body }: ServiceRequest): ServiceMethod {
  return method ?? (body === undefined ? "GET" : "POST");
}
