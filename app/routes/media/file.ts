import { NotFound } from "~/errors/app-error";
import { openMediaFile } from "~/features/playback/media-files/media-file.server";
import { servicesContext } from "~/http/context";
import { fileResponse } from "~/http/response/file-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { Route } from "./+types/file";

/** `/media/files/:folder/*`: a file in one of the operator's folders. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db } = context.get(servicesContext);
  return withErrorResponse(context, async () => {
    const file = await openMediaFile(db, params.folder, params["*"]);
    if (file === null) throw new NotFound("file.notFound");
    return fileResponse(request, file);
  });
}
