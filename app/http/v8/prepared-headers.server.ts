import { BASE_HEADERS } from "~/http/response/security-headers";

/** Names and values in turn, as Node takes them without a copy. */
export type HeaderList = readonly string[];

/**
 * Headers, and the list that is written of them. The list is private as a property would reach
 * `new Headers`, and in no `WeakMap` as those keep their values until a full collection.
 */
class PreparedHeaders {
  readonly #list: HeaderList;

  constructor(headers: Record<string, string>, list: HeaderList) {
    Object.assign(this, headers);
    this.#list = list;
  }

  static listOf(given: object): HeaderList | undefined {
    return #list in given ? given.#list : undefined;
  }
}

/**
 * Headers of a cached response, with which `BASE_HEADERS` are merged once and not per response.
 * They need their `content-length`, if any, and no cookie, and must not change any more.
 */
export function prepareHead(headers: Record<string, string>): Record<string, string> {
  const head: string[] = [];
  for (const name in BASE_HEADERS)
    if (headers[name] === undefined) head.push(name, BASE_HEADERS[name] ?? "");
  for (const name in headers) head.push(name, headers[name] ?? "");
  return new PreparedHeaders(headers, head) as unknown as Record<string, string>;
}

/** What is written of headers that `prepareHead` returned; undefined for others. */
export function preparedList(headers: object): HeaderList | undefined {
  return PreparedHeaders.listOf(headers);
}
