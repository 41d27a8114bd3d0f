import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { errorResponse, logError } from "./error-response.server";

export async function withErrorResponse(
  context: RouterContext,
  respond: () => Response | Promise<Response>,
): Promise<Response> {
  const services = context.get(servicesContext);
  const { requestId } = context.get(requestContext);
  try {
    return await respond();
  } catch (error) {
    // A thrown `Response` or `data()` is React Router's to handle.
    if (!(error instanceof Error)) throw error;
    logError(services.log, error, { requestId });
    return errorResponse(error);
  }
}
