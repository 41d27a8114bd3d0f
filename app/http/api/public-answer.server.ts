import type { Freshness, PublicBody } from "~/http/response/cache/answer-cache.server";
import type { Services } from "~/http/context";
import type { Operation } from "./endpoint";

/** What a request asks for, once it is read. */
export interface PublicQuestion {
  /** Equal for all requests that mean the same; the endpoint's name is added. */
  key: string;
  produce: () => Promise<PublicBody>;
}

interface PublicAnswerOptions {
  /** Distinguishes the endpoint's answers from those of others; two addresses of one endpoint share it. */
  name: string;
  freshness: Freshness;
  /** Changes whenever one request may come to mean something else, as with the day; without it a request always means the same. */
  epoch?: () => string;
  /** Reads the parameters; throws what is wrong with them. Not called for a request that was read before. */
  read: (parameters: URLSearchParams, services: Services) => PublicQuestion;
}

/** The handler of a GET whose answer depends on the URL alone: from the cache of answers, which makes it when it has to. */
export function publicAnswer({
  name,
  freshness,
  epoch,
  read,
}: PublicAnswerOptions): Operation["handle"] {
  return (input) => {
    const { request, scope } = input;
    return scope.services.answers.respond({
      request,
      vary: scope.headers["vary"],
      freshness,
      spelling:
        epoch === undefined
          ? name + searchOf(request.url)
          : `${name} ${epoch()} ${searchOf(request.url)}`,
      resolve() {
        const { key, produce } = read(input.url.searchParams, scope.services);
        return { key: `${name} ${key}`, produce };
      },
    });
  };
}

/** The query of a request's address as it was written, with its question mark; nothing is parsed. */
export function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
