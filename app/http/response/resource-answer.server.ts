import type { RequestScope } from "~/http/context";
import { errorResponse, logError } from "./error-response.server";

/** The answer of an address that is neither a page nor the API's: what `answer` throws goes to the log and comes out as JSON with its status. */
export async function resourceAnswer(
  { services, requestId }: RequestScope,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    logError(services.log, error, { requestId });
    return errorResponse(error);
  }
}
