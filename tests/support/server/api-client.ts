import { validateAgainstContract } from "./api-contract";
import type { TestDatabase } from "../database/test-database";
import { startProcess } from "./process";

/** A client on a real socket with a cookie jar, which sends no Origin. */
export interface ApiClient {
  origin: string;
  cookie: string;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or text. */
  body: never;
}

export async function startApi(
  database: TestDatabase,
  environment: Record<string, string> = {},
): Promise<ApiClient> {
  const { origin } = await startProcess({ database, environment });
  return createApiClient(origin);
}

export function createApiClient(origin: string): ApiClient {
  const client: ApiClient = {
    origin,
    cookie: "",
    async send(method, path, body, headers = {}) {
      const isText =
        typeof body === "string" ||
        body instanceof Uint8Array ||
        body instanceof FormData ||
        body instanceof URLSearchParams;
      const response = await fetch(origin + path, {
        method,
        redirect: "manual",
        headers: {
          ...(client.cookie === "" ? {} : { cookie: client.cookie }),
          ...(body === undefined || isText ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: encodeBody(body) }),
      });
      for (const cookie of response.headers.getSetCookie())
        client.cookie = withCookie(client.cookie, cookie);
      const text = await response.text();
      validateAgainstContract({
        method,
        path,
        status: response.status,
        contentType: response.headers.get("content-type"),
        text,
      });
      return { status: response.status, headers: response.headers, body: parsed(text) as never };
    },
  };
  return client;
}

function withCookie(jar: string, line: string): string {
  const pair = line.split(";")[0] ?? "";
  const name = pair.slice(0, pair.indexOf("=") + 1);
  const others = jar.split("; ").filter((other) => other !== "" && !other.startsWith(name));
  return [...others, pair].join("; ");
}

function encodeBody(body: unknown): RequestInit["body"] {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === "string" || body instanceof FormData || body instanceof URLSearchParams
    ? body
    : JSON.stringify(body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
