import { z } from "zod";
import { AppError } from "~/errors/app-error";
import { imageUrlSchema } from "~/features/profile/image-url";
import { cropAreaSchema } from "~/features/uploads/crop-area";
import { MAX_UPLOAD_BYTES } from "~/features/uploads/upload-limits";
import { uploadImage } from "~/features/uploads/upload-image.server";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  uploadsContext,
} from "~/http/context";
import { DEFAULT_BODY_LIMITS } from "~/http/request/read-bytes.server";
import { parseInput, type Body, readBody } from "~/http/request/read-body.server";
import { withFormFailure } from "~/http/pages/form-failure.server";

const FORM_LIMITS = { ...DEFAULT_BODY_LIMITS, files: MAX_UPLOAD_BYTES };

interface ImageForm {
  request: Request;
  context: RouterContext;
  userId: string;
}

/** Fails like `withFormFailure`. */
export function withImageForm<Result>(
  { request, context, userId }: ImageForm,
  work: (body: Body) => Promise<Result>,
  statuses: Parameters<typeof withFormFailure>[3] = {},
) {
  return withFormFailure({ value: {}, isForm: true }, context, () =>
    context.get(servicesContext).uploadSlots.run(
      async () => {
        const body = await readBody(request, FORM_LIMITS).catch(withImageField);
        return withFormFailure(body, context, () => work(body), statuses);
      },
      { key: userId, client: context.get(requestContext).clientKey },
    ),
  );
}

function withImageField(error: unknown): never {
  throw error instanceof AppError && error.code === "too-large"
    ? new AppError("too-large", "image.tooLarge")
    : error;
}

const FRAMES = { avatar: "avatar", banner_image: "banner", cover: "cover" } as const;

/**
 * Returns null when the image is removed, undefined when the form lacks it. Uploads first, so that
 * the file survives an error in another field.
 */
export async function readImageField(
  body: Body,
  name: keyof typeof FRAMES,
  { request, context, userId }: ImageForm,
): Promise<string | null | undefined> {
  const fields: Record<string, unknown> =
    typeof body.value === "object" && body.value !== null ? { ...body.value } : {};
  if (fields[`${name}_remove`] !== undefined) return null;
  const field = `${name}_file`;
  const file = fields[field];
  if (!(file instanceof Blob) || file.size === 0) {
    if (fields[name] === undefined || fields[name] === "") return undefined;
    return parseInput(z.object({ [name]: imageUrlSchema }), fields)[name];
  }
  const { area } = parseInput(z.object({ area: cropAreaSchema }), { area: fields[`${name}_crop`] });
  const { origin, clientKey } = context.get(requestContext);
  const address = await uploadImage(context.get(uploadsContext), {
    userId,
    image: { kind: "bytes", bytes: new Uint8Array(await file.arrayBuffer()) },
    frame: FRAMES[name],
    area,
    field,
    ownOrigin: origin,
    client: clientKey,
    signal: request.signal,
  });
  body.value = { ...fields, [name]: address };
  return address;
}
