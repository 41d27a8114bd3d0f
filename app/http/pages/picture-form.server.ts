import { z } from "zod";
import { AppError } from "~/errors/app-error";
import { imageAddressSchema } from "~/features/profile/image-address";
import { cropAreaSchema } from "~/features/uploads/crop-area";
import { MAX_UPLOAD_BYTES } from "~/features/uploads/upload-limits";
import { uploadPicture } from "~/features/uploads/upload-picture.server";
import type { RequestScope } from "~/http/context";
import { parseInput, type Body } from "~/http/request/read-body.server";
import { inUploadTurn } from "~/http/request/upload-turn.server";
import { pageForm, withFormFailure } from "./form-failure.server";

/** A picture and the other fields. */
const FORM_BYTES = MAX_UPLOAD_BYTES + 64 * 1024;

interface Sender {
  request: Request;
  scope: RequestScope;
  userId: string;
}

/** Reads the form of a page that may carry a picture, and does its work; failures are as with `withFormFailure`. */
export function withPictureForm<Result>(
  { request, scope, userId }: Sender,
  work: (body: Body) => Promise<Result>,
) {
  return withFormFailure({ value: {}, isForm: true }, scope, () =>
    inUploadTurn(scope.services, userId, async () => {
      const body = await pageForm(request, scope, FORM_BYTES).catch(namePicture);
      return withFormFailure(body, scope, () => work(body));
    }),
  );
}

/** Nothing else in a form is that large. */
function namePicture(error: unknown): never {
  throw error instanceof AppError && error.code === "too-large"
    ? new AppError("too-large", "The picture may have at most 15 MB. Choose a smaller one.")
    : error;
}

/**
 * What a form says about one picture: its address, null when it is taken away, undefined when the form says nothing. A file is uploaded first, and its
 * address becomes the form's, so that it is not lost when another field is refused. Throws as the upload does.
 */
export async function takePicture(
  body: Body,
  name: "avatar" | "banner_image",
  { request, scope, userId }: Sender,
): Promise<string | null | undefined> {
  const fields: Record<string, unknown> =
    typeof body.value === "object" && body.value !== null ? { ...body.value } : {};
  if (fields[`${name}_remove`] !== undefined) return null;
  const field = `${name}_file`;
  const file = fields[field];
  if (!(file instanceof Blob) || file.size === 0) {
    if (fields[name] === undefined || fields[name] === "") return undefined;
    return parseInput(z.object({ [name]: imageAddressSchema }), fields)[name];
  }
  const { area } = parseInput(z.object({ area: cropAreaSchema }), { area: fields[`${name}_crop`] });
  const { services, origin } = scope;
  const address = await uploadPicture(
    { ...services, quotaBytes: services.config.uploads.quotaBytes },
    {
      userId,
      image: { kind: "bytes", bytes: new Uint8Array(await file.arrayBuffer()) },
      isBanner: name === "banner_image",
      area,
      field,
      ownOrigin: origin,
      signal: request.signal,
    },
  );
  body.value = { ...fields, [name]: address };
  return address;
}
