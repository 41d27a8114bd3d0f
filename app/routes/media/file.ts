import { NotFound } from "~/errors/app-error";
import { openMediaFile } from "~/features/playback/media-files/media-file.server";
import { scopeContext } from "~/http/context";
import { fileResponse } from "~/http/response/file-response.server";
import { resourceAnswer } from "~/http/response/resource-answer.server";
import type { Route } from "./+types/file";

/** `/media/files/:folder/*`: a file of a folder that the operator registered. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const scope = context.get(scopeContext);
  return resourceAnswer(scope, async () => {
    const file = await openMediaFile(scope.services.db, params.folder, params["*"]);
    if (file === null) throw new NotFound("There is no such file.");
    return fileResponse(request, file);
  });
}
