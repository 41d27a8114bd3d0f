import { NotFound } from "~/errors/app-error";
import { openMediaFile } from "~/features/playback/media-files/media-file.server";
import { scopeContext } from "~/http/context";
import { errorResponse, logError } from "~/http/response/error-response.server";
import { fileResponse } from "~/http/response/file-response.server";
import type { Route } from "./+types/file";

/** `/media/files/:folder/*`: a file of a folder that the operator registered. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { services, requestId } = context.get(scopeContext);
  try {
    const file = await openMediaFile(services.db, params.folder, params["*"]);
    if (file === null) throw new NotFound("There is no such file.");
    return await fileResponse(request, file);
  } catch (error) {
    logError(services.log, error, { requestId });
    return errorResponse(error);
  }
}
