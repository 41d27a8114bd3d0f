import { endpoints } from "~/routes/api/endpoints.server";
import { holdAgainstContract } from "./api-contract";
import type { TestDatabase } from "../database/test-database";
import { listeningProcess } from "./process";

/** A program that calls the API over a real socket and keeps its cookies, as a browser would without sending `Origin`. */
export interface ApiClient {
  origin: string;
  cookie: string;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON body, or the text when it is none. */
  body: never;
}

/** A process with the whole API on the given database, and a client of it. */
export async function apiClient(
  database: TestDatabase,
  environment: Record<string, string> = {},
): Promise<ApiClient> {
  const { origin } = await listeningProcess({ endpoints, database, environment });
  return clientOf(origin);
}

/** A further client of the same process: another person, or another device. */
export function clientOf(origin: string): ApiClient {
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
        ...(body === undefined ? {} : { body: sendable(body) }),
      });
      for (const cookie of response.headers.getSetCookie())
        client.cookie = cookie.split(";")[0] ?? "";
      const text = await response.text();
      holdAgainstContract({
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

function sendable(body: unknown): RequestInit["body"] {
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
