import type { RequestScope } from "~/http/context";
import { resourceAnswer } from "~/http/response/resource-answer.server";

interface PublicText {
  /** Distinguishes the text from the others that are kept. */
  name: string;
  contentType: string;
  write: () => Promise<string> | string;
}

const ONE_HOUR_SECONDS = 3_600;

/** A text about the site that is the same for everybody who calls it by one name; it is written once and again when the catalog changes. */
export async function publicText(
  request: Request,
  scope: RequestScope,
  { name, contentType, write }: PublicText,
): Promise<Response> {
  const key = `${name} ${scope.origin}`;
  return resourceAnswer(scope, () =>
    scope.services.answers.respond({
      request,
      vary: scope.headers["vary"],
      freshness: { maxAgeSeconds: ONE_HOUR_SECONDS },
      spelling: key,
      resolve: () => ({ key, produce: async () => ({ text: await write(), contentType }) }),
    }),
  );
}
